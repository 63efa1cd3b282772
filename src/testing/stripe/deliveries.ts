/** Webhooks: signed as Stripe signs them, tried again for three days, and as unreliable as was ordered. */
import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import { chance } from './faults.ts'
import type { World } from './world.ts'

/** How deliveries misbehave; shares are between 0 and 1. */
export type WebhookMood = {
  readonly lost: number
  readonly twice: number
  /** At most so much later, drawn anew for each: what came later may arrive sooner. */
  readonly delayMs: number
  /** They arrive while the call that caused them is still waiting. */
  readonly isBeforeAnswer: boolean
  /** Nothing goes out while it is on. */
  readonly isPaused: boolean
}
const CALM: WebhookMood = { lost: 0, twice: 0, delayMs: 0, isBeforeAnswer: false, isPaused: false }
const RETRY_SECONDS = [1, 5, 60, 600, 3_600, 21_600, 43_200, 86_400, 86_400]
const ANSWER_MS = 10_000
const AT_ONCE = 8

export function moodOf(world: World): WebhookMood {
  return { ...CALM, ...Object(world.note('setting', 'webhooks')) }
}

/** `charge.*` stands for all of a kind. */
export function isOfType(type: string, wanted: string): boolean {
  return wanted === '*' || wanted === type || (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1)))
}

/** How many endpoints will hear of it; those for connected accounts hear of these only. */
export function queueDeliveries(world: World, event: Stripe.EventBase): number {
  const listening = world
    .all('webhook_endpoint')
    .filter(({ id }) => (world.note(id, 'is_connect') === true) === (event.account !== undefined))
    .filter(
      ({ enabled_events, status }) =>
        status === 'enabled' && enabled_events.some((one) => isOfType(event.type, one)),
    )
  const mood = moodOf(world)
  for (const { id } of listening) {
    const times = chance(world) < mood.lost ? 0 : chance(world) < mood.twice ? 2 : 1
    if (times === 0) world.nextNumber('met webhook_lost')
    if (times === 2) world.nextNumber('met webhook_twice')
    for (let time = 0; time < times; time += 1)
      deliverLater(world, event.id, id, Math.floor(chance(world) * mood.delayMs))
  }
  return listening.length
}

export function deliverLater(world: World, event: string, endpoint: string, afterMs = 0): void {
  world.run(
    `insert into delivery (event, endpoint, due_ms, state) values (?, ?, ?, 'waiting')`,
    event,
    endpoint,
    world.nowMs() + afterMs,
  )
}

function signatureOf(payload: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`
}

/** Sends what is due until nothing is; one after the other when many ask for it. */
export function openDeliveries(world: World) {
  const state = { isClosed: false, running: Promise.resolve() }
  const sendDue = async () => {
    if (moodOf(world).isPaused) return
    for (let due = takeDue(world); due.length > 0; due = takeDue(world)) {
      await Promise.all(due.map((row) => deliver(world, row, state)))
      if (state.isClosed) return
    }
  }
  // What was under way when the process died is sent again: twice at worst.
  world.run(`update delivery set state = 'waiting' where state = 'sending'`)
  return {
    sendDue: (): Promise<void> => {
      state.running = state.running.then(() => (state.isClosed ? undefined : sendDue()))
      return state.running
    },
    close: () => {
      state.isClosed = true
    },
  }
}

function takeDue(world: World): Record<string, unknown>[] {
  const due = world.rows(
    `update delivery set state = 'sending' where seq in
       (select seq from delivery where state = 'waiting' and due_ms <= ? order by due_ms, seq limit ?)
     returning seq, event, endpoint, due_ms, tries`,
    world.nowMs(),
    AT_ONCE,
  )
  return due.sort((a, b) => Number(a['due_ms']) - Number(b['due_ms']) || Number(a['seq']) - Number(b['seq']))
}

async function deliver(
  world: World,
  row: Record<string, unknown>,
  state: { readonly isClosed: boolean },
): Promise<void> {
  const endpoint = world.find('webhook_endpoint', String(row['endpoint']))
  const [stored] = world.rows('select body from object where id = ?', String(row['event']))
  if (endpoint === undefined || stored === undefined) return settle(world, row, true)
  const payload = JSON.stringify(JSON.parse(String(stored['body'])), null, 2)
  const secret = String(world.note(endpoint.id, 'secret'))
  const isReceived = await fetch(endpoint.url, {
    method: 'POST',
    body: payload,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(payload, secret, world.nowSeconds()),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
    .then(async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    })
    .catch(() => false)
  if (state.isClosed) return
  settle(world, row, isReceived)
  if (!isReceived) return
  const newest = Number(world.note('webhook', 'newest') ?? 0)
  if (Number(row['seq']) < newest) world.nextNumber('met webhook_overtaken')
  else world.setNote('webhook', 'newest', Number(row['seq']))
}

function settle(world: World, row: Record<string, unknown>, isDone: boolean): void {
  const pause = RETRY_SECONDS[Number(row['tries'])]
  const state = isDone ? 'done' : pause === undefined ? 'given_up' : 'waiting'
  world.run(
    'update delivery set state = ?, tries = tries + 1, due_ms = ? where seq = ?',
    state,
    world.nowMs() + (pause ?? 0) * 1000,
    Number(row['seq']),
  )
}
