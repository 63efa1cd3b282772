/** Callers who do not slow down with the server, and what they were answered. */
import { Agent, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Asked } from './calls.ts'

export type Answer = {
  readonly status: number
  readonly saysWhen: boolean
  readonly ms: number
  readonly isShedLast: boolean
}
/** A call's time counts from the moment it was due. */
export type Ask = (asked: Asked, due: number) => Promise<Answer>

/** Nobody waits longer; it counts as no answer. */
const LONGEST_MS = 10_000
const MOST_LINES = 2_000

export function openCallers(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_LINES })
  const ask: Ask = (asked, due) => call(agent, origin, asked, due)
  return { ask, close: () => agent.destroy() }
}

function call(agent: Agent, origin: string, asked: Asked, due: number): Promise<Answer> {
  const { method, path, cookie, type = 'application/json', isShedLast = false } = asked
  const { body = method === 'POST' ? '{}' : undefined } = asked
  const since = () => performance.now() - due
  const headers = { cookie, ...(method === 'POST' ? { 'content-type': type } : {}) }
  return new Promise((resolve) => {
    const nobody = () => resolve({ status: 0, saysWhen: false, ms: since(), isShedLast })
    const sent = request(origin + path, { method, agent, headers, timeout: LONGEST_MS }, (response) => {
      response.resume()
      response.once('error', nobody)
      response.once('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, saysWhen: headers['retry-after'] !== undefined, ms: since(), isShedLast })
      })
    })
    sent.once('timeout', () => sent.destroy())
    sent.once('error', nobody)
    sent.end(body)
  })
}

/** So many lines that each ask again as soon as they are answered: answers how many calls a second were. */
export async function keepBusy(
  lines: number,
  seconds: number,
  ask: (index: number) => Promise<Answer>,
): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let [answered, next] = [0, 0]
  await Promise.all(
    Array.from({ length: lines }, async () => {
      while (performance.now() < until) if ((await ask(next++)).status === 200) answered++
    }),
  )
  return answered / seconds
}

/** So many a second, however the answers come. */
export async function atRate(
  rate: number,
  seconds: number,
  ask: (index: number, due: number) => Promise<Answer>,
): Promise<Answer[]> {
  const start = performance.now() + 100
  return Promise.all(
    Array.from({ length: Math.round(rate * seconds) }, async (_, index) => {
      const due = start + (index * 1_000) / rate
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
      return ask(index, due)
    }),
  )
}

/** One account that asks again as soon as it is answered, on many lines. Answers how to stop, and what it was answered. */
export function makeNoise(lines: number, noise: readonly Asked[], ask: Ask) {
  const state = { isOver: noise.length === 0 }
  const answers: Answer[] = []
  const all = Array.from({ length: lines }, async (_, line) => {
    while (!state.isOver) answers.push(await ask(noise[line % noise.length]!, performance.now()))
  })
  return async () => {
    state.isOver = true
    await Promise.all(all)
    return answers
  }
}

/** How late the callers themselves were: what they wait for is no fault of the server's. */
export async function watchingCallers<Result>(work: () => Promise<Result>) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const result = await work()
  delay.disable()
  return { result, lateMs: delay.percentile(99) / 1e6 }
}

/** 0 is no answer. */
function sayStatuses(answers: readonly Answer[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status)
  return [...counts].map(([status, all]) => `${all.length} × ${status}`).join(', ') || '0'
}

export function judged(answers: readonly Answer[], seconds: number) {
  const isRefused = ({ status, saysWhen }: Answer) => (status === 503 || status === 429) && saysWhen
  const good = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(isRefused)
  const sorted = good.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Infinity
  const rest = answers.filter((each) => each.status !== 200 && !isRefused(each))
  const others = rest.length
  const perSecond = [answers.length / seconds, good.length / seconds]
  const numbers = [...perSecond, at(0.5), at(0.99)].map((number) => number.toFixed(0))
  const refusedShare = answers.length === 0 ? 0 : refused.length / answers.length
  const shares = [`${(refusedShare * 100).toFixed(1)} %`, sayStatuses(rest)]
  return { figures: [...numbers, ...shares], p99: at(0.99), others, refusedShare }
}
