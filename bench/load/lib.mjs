// Statistics, memory and processor time of a server and its processes, seeded choice.
import fs from "node:fs"

export const now = () => performance.now()
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms))
const round = (x) => Math.round(x * 1000) / 1000

export function stats(list) {
  if (list.length === 0) return { n: 0 }
  const a = [...list].sort((x, y) => x - y)
  const q = (p) => a[Math.min(a.length - 1, Math.floor(p * a.length))]
  return { n: a.length, min: round(a[0]), p50: round(q(0.5)), p90: round(q(0.9)), p99: round(q(0.99)), max: round(a[a.length - 1]) }
}

// The process and its children (server processes on Postgres).
function family(pid) {
  const found = [String(pid)]
  for (const one of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(one)) continue
    try { if (stat(one)[1] === String(pid)) found.push(one) } catch { /* it has ended */ }
  }
  return found
}
const stat = (pid) => fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ")

// Resident memory of a server, in MiB.
export function rss_of(pid) {
  const of = (one) => Number(fs.readFileSync(`/proc/${one}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1] ?? 0)
  return Math.round(family(pid).reduce((sum, one) => sum + of(one), 0) / 102.4) / 10
}

// Processor time that a server has used (user + system), in seconds.
export function cpu_of(pid) {
  return family(pid).reduce((sum, one) => sum + Number(stat(one)[11]) + Number(stat(one)[12]), 0) / 100
}

// Small deterministic generator, so that a run's choices can be repeated.
export function make_rng(seed) {
  let s = seed >>> 0 || 1
  return (n) => {
    s ^= s << 13; s >>>= 0
    s ^= s >>> 17
    s ^= s << 5; s >>>= 0
    return s % n
  }
}

export function args(defaults) {
  const out = { ...defaults }
  for (const a of process.argv.slice(2)) {
    const m = a.match(/^--([\w-]+)(?:=(.*))?$/)
    if (m) out[m[1]] = typeof defaults[m[1]] === "number" ? Number(m[2] ?? 1) : m[2] ?? "1"
  }
  return out
}
