// Measures a running server: see README.md for what each figure means.
//   node bench.mjs --base=http://127.0.0.1:8000 --people=tokens.json --pid=<server> --do=throughput,latency,fanout --out=x.json
import fs from "node:fs"
import { fork } from "node:child_process"
import * as A from "./adapter.mjs"
import { args, cpu_of, make_rng, now, rss_of, sleep, stats } from "./lib.mjs"

const opt = args({
  base: "http://127.0.0.1:8000",
  people: "", // a file with the tokens of members
  pid: 0,
  do: "throughput,latency,fanout",
  box: "", // key of the game and its scenario
  scenario: "",
  points: "", // of each army, where there are any
  seconds: 15, // length of a throughput window
  games: "1,50",
  rounds: 20, // of a burst
  observers: "1,100,500,1000",
  fan_actions: 40,
  lat_actions: 300,
  lat_gap: 50,
  seed: 7,
  separately: "", // fetch view and offers after the answer to an order
  out: "",
})
A.start(opt)
const rng = make_rng(opt.seed)
const kind = { box: opt.box, scenario: opt.scenario, points: opt.points && String(opt.points) }
const out = {}
const say = (k, v) => { out[k] = v; console.log(k, JSON.stringify(v)) }
const cpu = () => (opt.pid ? cpu_of(opt.pid) : 0)

// The two seats of one game with seeded random orders, one at a time. A finished game is followed by another.
class Table {
  async begin() {
    this.close()
    this.game = await A.create_game(opt.base, kind)
    this.wake = null
    this.seats = this.game.seats.map((s) => A.connect(opt.base, this.game, s, { on_view: (t, c) => { c.t = t; this.wake?.() } }))
    await Promise.all(this.seats.map((c) => c.ready))
    return this
  }
  close() { for (const c of this.seats ?? []) A.close(c) }
  async until(what, limit_ms = 10000) {
    const end = now() + limit_ms
    for (;;) {
      const found = what()
      if (found !== undefined) return found
      const wrong = this.seats.find((c) => c.error)
      if (wrong) throw wrong.error
      if (now() > end) throw new Error("stuck in game " + this.game.id)
      await new Promise((r) => { this.wake = r; setTimeout(r, 100) })
    }
  }
  // Seat that may act and its orders; null when the game is over.
  turn() {
    return this.until(() => {
      if (this.seats.some((c) => c.finished)) return null
      for (const c of this.seats) { const list = A.legal(c); if (list.length && c.number === c.heard) return [c, list] }
    })
  }
  // One order: { sent, ms: to its answer, view_ms: to the actor's own new view }; null at the end of the game.
  async step() {
    const turn = await this.turn()
    if (!turn) return null
    const [c, list] = turn
    const views = c.views
    const [, offers] = list[rng(list.length)] // first the kind of order, then the order
    const sent = await A.act(c, offers[rng(offers.length)], rng)
    await this.until(() => (c.views > views && c.answered ? true : undefined))
    return { sent, ms: c.answered - sent, view_ms: c.t - sent }
  }
}

async function tables(n) {
  const found = []
  for (let i = 0; i < n; i += 10) found.push(...await Promise.all(Array.from({ length: Math.min(10, n - i) }, () => new Table().begin())))
  return found
}

// Games at full speed: after each order the players fetch their views and offers before the next one.
async function throughput(parallel) {
  const all = await tables(parallel)
  const answer = [], view = []
  let errors = 0, finished = 0
  const c0 = cpu(), t0 = now(), stop = t0 + opt.seconds * 1000
  await Promise.all(all.map(async (table) => {
    while (now() < stop) {
      try {
        const s = await table.step()
        if (s) { answer.push(s.ms); view.push(s.view_ms) } else { finished++; await table.begin() }
      } catch (e) { if (++errors < 5) console.log(String(e)); await table.begin() }
    }
    table.close()
  }))
  const sec = (now() - t0) / 1000, used = cpu() - c0
  await sleep(500)
  return { parallel, seconds: Math.round(sec * 10) / 10, orders: answer.length, per_second: Math.round(answer.length / sec * 10) / 10, finished, errors,
    answer_ms: stats(answer), view_ms: stats(view), cpu_ms_per_order: Math.round(used * 1e4 / answer.length) / 10 }
}

// The orders alone: all players have chosen, then all orders are sent at once. Counts the answers in a second.
async function burst(parallel) {
  const all = await tables(parallel)
  const answer = [], choosing = new Map()
  let orders = 0, spent = 0, used = 0
  for (let round = 0; round < opt.rounds; ++round) {
    for (const [i, table] of all.entries()) {
      let turn = await table.turn()
      while (!turn) { await table.begin(); turn = await table.turn() }
      const [c, list] = turn
      const whole = list.map(([, offers]) => offers.filter((offer) => !offer.asks.length)).filter((offers) => offers.length)
      const offers = whole[rng(whole.length)]
      choosing.set(i, [table, c, c.views, offers[rng(offers.length)]])
    }
    const quiet = (is) => all.forEach((table) => table.seats.forEach((c) => { c.quiet = is; if (!is) c.look() }))
    quiet(true)
    await sleep(100)
    const c0 = cpu(), t0 = now()
    await Promise.all([...choosing.values()].map(async ([, c, , offer]) => {
      const sent = await A.act(c, offer, rng)
      if (c.error) throw c.error
      answer.push(c.answered - sent)
    }))
    spent += now() - t0
    used += cpu() - c0
    orders += choosing.size
    quiet(false)
    for (const [table, c, views] of choosing.values()) await table.until(() => (c.views > views ? true : undefined))
  }
  for (const table of all) table.close()
  return { parallel, orders, per_second: Math.round(orders / spent * 1000), answer_ms: stats(answer), cpu_ms_per_order: Math.round(used * 1e4 / orders) / 10 }
}

async function latency() {
  const answer = [], view = []
  const table = await new Table().begin()
  while (answer.length < opt.lat_actions) {
    const s = await table.step()
    if (!s) { await table.begin(); await sleep(100); continue }
    answer.push(s.ms)
    view.push(s.view_ms)
    await sleep(opt.lat_gap)
  }
  table.close()
  return { gap_ms: opt.lat_gap, answer_ms: stats(answer), view_ms: stats(view) }
}

async function crowd(game, n, on_view) {
  const list = []
  const t0 = now(), width = 25
  for (let i = 0; i < n; i += width) {
    const part = Array.from({ length: Math.min(width, n - i) }, () => A.connect(opt.base, game, null, { on_view }))
    list.push(...part)
    await Promise.all(part.map((c) => c.ready))
  }
  return { list, join_ms: now() - t0 }
}

async function leave(list) {
  for (const c of list) A.close(c)
  await sleep(1000)
}

// One game with n spectators; per order the time until the last of them has the new board.
async function fanout(n) {
  let got = 0, last = 0, first = 0
  const on_view = (t) => { if (++got === 1) first = t; last = t }
  let table = await new Table().begin()
  await sleep(500)
  const rss_before = opt.pid ? rss_of(opt.pid) : 0, cpu_joining = cpu()
  const { list, join_ms } = await crowd(table.game, n, on_view)
  const joining_cpu = cpu() - cpu_joining
  await sleep(1000)
  const rss_joined = opt.pid ? rss_of(opt.pid) : 0
  const t_last = [], t_first = [], t_answer = [], t_after = []
  let lost = 0, bytes = 0, acts = 0
  const c0 = cpu()
  while (t_last.length < opt.fan_actions && acts < opt.fan_actions * 2) {
    await sleep(60)
    if (!(await table.turn())) break // the game is over: the figures so far stand
    got = 0
    const b0 = A.bytes_in(list[0])
    const s = await table.step()
    acts++
    const end = now() + 5000
    while (got < n && now() < end) await sleep(2)
    bytes += A.bytes_in(list[0]) - b0
    if (got < n) { lost++; continue }
    t_last.push(last - s.sent)
    t_first.push(first - s.sent)
    t_answer.push(s.ms)
    t_after.push(last - s.sent - s.ms)
  }
  const used = cpu() - c0
  const rss_after = opt.pid ? rss_of(opt.pid) : 0
  await leave(list)
  table.close()
  return { observers: n, orders: acts, lost, last_ms: stats(t_last), first_ms: stats(t_first), answer_ms: stats(t_answer), after_answer_ms: stats(t_after),
    cpu_ms_per_order: Math.round(used * 1e4 / Math.max(1, acts)) / 10, bytes_per_order: Math.round(bytes / Math.max(1, acts)),
    join_ms: Math.round(join_ms), join_cpu_ms: Math.round(joining_cpu * 1000), rss_before, rss_joined, rss_after }
}

// How much a game with many spectators slows another one: answers of game B, played by its own process, while n spectators join game A, watch ten
// orders a second, and leave.
async function probe() {
  const table = await new Table().begin()
  process.on("message", () => process.exit(0))
  for (;;) {
    const s = await table.step()
    if (!s) { await table.begin(); continue }
    process.send({ t: Date.now(), ms: s.ms })
    await sleep(20)
  }
}

async function neighbour(n) {
  const marks = [], samples = []
  const child = fork(new URL(import.meta.url).pathname, [...process.argv.slice(2).filter((x) => !/^--(do|out|seed)=/.test(x)), "--do=probe", "--seed=99"])
  child.on("message", (m) => samples.push(m))
  await sleep(1500)
  marks.push(["quiet", Date.now()])
  await sleep(3000)
  const table = await new Table().begin()
  marks.push(["joining", Date.now()])
  const { list, join_ms } = await crowd(table.game, n, () => {})
  marks.push(["playing", Date.now()])
  for (let i = 0; i < 60; ++i) { const s = await table.step(); if (!s) break; await sleep(Math.max(0, 100 - s.view_ms)) }
  marks.push(["leaving", Date.now()])
  await leave(list)
  marks.push(["end", Date.now()])
  child.send("stop")
  table.close()
  const r = { observers: n, join_ms: Math.round(join_ms) }
  for (let i = 0; i + 1 < marks.length; ++i) r[marks[i][0]] = stats(samples.filter((x) => x.t >= marks[i][1] && x.t < marks[i + 1][1]).map((x) => x.ms))
  return r
}

const numbers = (list) => list.split(",").map(Number)
for (const what of opt.do.split(",")) {
  if (what === "probe") await probe()
  if (what === "throughput") for (const g of numbers(opt.games)) say("throughput_" + g, await throughput(g))
  if (what === "burst") for (const g of numbers(opt.games)) say("burst_" + g, await burst(g))
  if (what === "latency" || what === "miniatures") say(what, await latency())
  if (what === "fanout") for (const n of numbers(opt.observers)) say("fanout_" + n, await fanout(n))
  if (what === "neighbour") say("neighbour", await neighbour(Math.max(...numbers(opt.observers))))
}
if (opt.out) fs.writeFileSync(opt.out, JSON.stringify(out, null, 1))
process.exit(0)
