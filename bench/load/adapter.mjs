// Requests of the driver. Players are programs with tokens: they post orders, follow a stream of move numbers and fetch their own view. Spectators are
// browsers without an account: they fetch the page, then its compressed stream of changes.
import fs from "node:fs"
import http from "node:http"

const streams = new http.Agent({ maxSockets: Infinity }) // one socket per stream
const asks = new http.Agent({ keepAlive: true, maxSockets: 200 })
const END = Buffer.from([0, 0, 0xff, 0xff]) // each frame ends with a full flush (app/web/gallery.py)
const PICTURE = 120 // bytes: a frame above brings a board, those below are numbers
let people = [], taken = 0, serial = 0, separately = false

export function start(opt) {
  people = JSON.parse(fs.readFileSync(opt.people, "utf8"))
  taken = opt.seed * 7
  separately = Boolean(opt.separately)
}

function headers(token) {
  return { "accept-language": "en", ...(token ? { authorization: "Bearer " + token } : {}) }
}

export function ask(base, token, method, path, body, more = {}) {
  const sent = body === undefined ? "" : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const req = http.request(new URL("/api/v1" + path, base), {
      method, agent: asks, headers: { ...headers(token), ...more, ...(sent ? { "content-type": "application/json", "content-length": Buffer.byteLength(sent) } : {}) },
    }, (res) => {
      const parts = []
      res.on("data", (part) => parts.push(part))
      res.on("end", () => {
        const text = Buffer.concat(parts).toString()
        if (res.statusCode >= 400) reject(new Error(`${res.statusCode} to ${method} ${path}: ${text.slice(0, 300)}`))
        else resolve(text ? JSON.parse(text) : null)
      })
    })
    req.setTimeout(20000, () => req.destroy(new Error("timeout " + path)))
    req.on("error", reject)
    req.end(sent)
  })
}

export async function create_game(base, opt = {}) {
  const pair = [people[taken++ % people.length], people[taken++ % people.length]]
  const table = await ask(base, pair[0], "POST", "/tables", { box: opt.box, scenario: opt.scenario, terms: opt.points ? { points: opt.points } : {} })
  await ask(base, pair[1], "POST", `/games/${table.address}/join`, {})
  return { id: table.address, seats: pair, number: 1 }
}

// Connection of a seat by its token; null is a spectator. bench.mjs reads ready, views, t, answered (time of the last answer), finished, error and closed.
export function connect(base, game, seat, { on_view } = {}) {
  const c = { base, game, seat, views: 0, number: 0, heard: 0, state: null, offers: [], messages: 0, finished: false, error: null, socket: null, busy: false }
  let ok, fail
  c.ready = new Promise((a, b) => { ok = a; fail = b })
  c.ready.catch(() => {})
  const seen = () => { c.views++; if (c.views === 1) ok(c); on_view?.(performance.now(), c) }
  const take = (state, offers) => {
    if (state.last < c.number) return // a later view came first
    c.offers = state.outcome ? [] : offers
    c.state = state
    c.number = state.last
    game.number = Math.max(game.number, state.last)
    c.finished = state.outcome !== null
    seen()
  }
  c.take = take
  const fetch_view = async () => {
    if (c.busy) return
    c.busy = true
    try {
      do {
        const state = await ask(base, seat, "GET", `/games/${game.id}`)
        take(state, state.decisions.length && !state.outcome ? await ask(base, seat, "GET", `/games/${game.id}/offers`) : [])
      } while (c.heard > c.number && !c.closed)
    } catch (e) { c.error = e; fail(e) } finally { c.busy = false }
  }
  const follow = (path, more, hear) => {
    c.req = http.get(new URL(path, base), { agent: streams, headers: { accept: "text/event-stream", ...more } }, (res) => {
      c.socket = res.socket
      if (res.statusCode !== 200) return fail(new Error("status " + res.statusCode))
      res.on("data", hear)
      res.on("close", () => { c.closed = true; fail(new Error("closed")) })
      res.on("error", () => { c.closed = true })
    })
    c.req.on("error", (e) => { c.closed = true; fail(e) })
  }
  c.look = () => { if (c.heard > c.number) fetch_view() }
  if (seat) {
    follow(`/api/v1/games/${game.id}/events?after=0`, headers(seat), (part) => {
      for (const [, number] of part.toString().matchAll(/^event: moved\ndata: (\d+)$/gm)) { c.messages++; c.heard = Math.max(c.heard, Number(number)) }
      if (!c.quiet && !c.giving) c.look()
    })
    return c
  }
  // A spectator: the page, then its stream. Nothing is decompressed: a thousand browsers do that on a thousand machines.
  const page = http.get(new URL(`/games/${game.id}`, base), { agent: asks, headers: { accept: "text/html", "accept-encoding": "gzip" } }, (res) => {
    if (res.statusCode !== 200) return fail(new Error("status " + res.statusCode))
    res.resume()
    res.on("end", () => {
      let size = 0
      follow(`/games/${game.id}/events?after=${game.number}&shown=log`, { "accept-encoding": "gzip" }, (part) => {
        if (!c.views) seen() // the stream is open, and the board came with the page
        let from = 0
        for (let at = part.indexOf(END); at >= 0; at = part.indexOf(END, from)) {
          size += at - from
          c.messages++
          if (size > PICTURE) seen()
          size = 0
          from = at + 4
        }
        size += part.length - from
      })
    })
  })
  page.on("error", fail)
  return c
}

// [[verb, [order, ...]], ...]: orders that may be given as they stand, and moves with a way to be chosen; no draw, no end by resignation, nothing ahead.
export function legal(c) {
  const verbs = {}
  for (const offer of c.offers) {
    if (!offer.is_live || offer.ahead) continue
    if (!offer.asks.length || (offer.asks.length === 1 && offer.asks[0].kind === "path")) (verbs[offer.order.kind] ??= []).push(offer)
  }
  return Object.entries(verbs)
}

export async function act(c, offer, rng) {
  let order = offer.order
  const after = c.number
  c.offers = []
  c.answered = 0
  if (offer.asks.length) {
    const ways = Object.values((await ask(c.base, c.seat, "POST", `/games/${c.game.id}/assess`, { order })).reach)
    order = ways.length ? { ...order, path: ways[rng(ways.length)].path } : { kind: "pass" }
  }
  const sent = performance.now()
  try {
    const whole = !separately && !c.quiet // the answer brings the new view and the offers
    c.giving = whole
    const made = await ask(c.base, c.seat, "POST", `/games/${c.game.id}/orders`, { command: `${process.pid}-${serial++}`, after, order },
      whole ? { prefer: "return=representation" } : {})
    c.answered = performance.now()
    c.heard = Math.max(c.heard, made.number)
    c.giving = false
    if (whole) c.take(made.game, made.offers)
    if (!c.quiet) c.look()
  } catch (e) { c.error = e }
  return sent
}

export const bytes_in = (c) => c.socket?.bytesRead ?? 0
export const close = (c) => { c.closed = true; c.req?.destroy() }
