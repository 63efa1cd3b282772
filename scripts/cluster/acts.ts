/** What people do all the while: they order, call off, tip; crews finish work, take offers; everybody looks. */
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { fieldsIn } from '#contract/outside.ts'
import { addDays, dateAt, DEFAULT_TIME_ZONE, instant } from '#domain/time.ts'
import type { Chance } from '../../sim/chance.ts'
import { type Caller, type Person, RefusedCall } from './caller.ts'
import type { Customer, People, Work } from './people.ts'
import { count, type Tally } from './tally.ts'

/** What was acknowledged, by what it was done to. */
export type Deeds = {
  readonly orders: Map<string, { readonly notes: string }>
  readonly calledOff: Set<string>
  readonly completed: Set<string>
  readonly tipped: Set<string>
  readonly photographed: Set<string>
  /** Of every order that was begun. */
  readonly notes: Set<string>
}

type Scene = {
  readonly people: People
  readonly caller: Caller
  readonly tally: Tally
  readonly deeds: Deeds
  readonly chance: Chance
}
type Act = (scene: Scene, turn: number) => Promise<void>

const MOST_AT_ONCE = 60
export const SHARE_COMPLETED = 0.24

/** Shares of all acts; an order is five calls, finished work three. */
const ACTS: readonly (readonly [string, number, Act])[] = [
  ['read', 0.5, read],
  ['order', 0.14, order],
  ['complete', SHARE_COMPLETED, complete],
  ['serve an order', 0.12, serve],
]

export function noDeeds(): Deeds {
  return {
    orders: new Map(),
    calledOff: new Set(),
    completed: new Set(),
    tipped: new Set(),
    photographed: new Set(),
    notes: new Set(),
  }
}

/** Until `isOver`, so many acts begin each second, however slowly they end. Resolves when the last has ended. */
export async function liveOn(scene: Scene, rate: number, isOver: () => boolean): Promise<void> {
  const going = new Set<Promise<void>>()
  for (let turn = 0; !isOver(); turn++) {
    await sleep(1_000 / rate)
    if (going.size >= MOST_AT_ONCE) continue
    const [name, act] = choose(scene.chance, turn)
    const doing = attempt(scene, name, () => act(scene, turn)).finally(() => going.delete(doing))
    going.add(doing)
  }
  await Promise.all(going)
}

function choose(chance: Chance, turn: number): readonly [string, Act] {
  let drawn = chance.number('act', turn)
  for (const [name, share, act] of ACTS) {
    if (drawn < share) return [name, act]
    drawn -= share
  }
  return ['read', read]
}

async function attempt({ tally }: Scene, name: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
    count(tally.acknowledged, name)
  } catch (error) {
    if (error instanceof RefusedCall) count(tally.refused, error.message)
    else tally.unanswered.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function read({ people, caller, chance }: Scene, turn: number): Promise<void> {
  const isCrew = chance.happens(0.4, 'who reads', turn)
  const person = chance.pick<Person>(isCrew ? people.crews : people.customers, 'reader', turn)
  const path = chance.pick(
    isCrew
      ? ['/api/day', '/api/offers', '/api/crew-payments', '/api/services']
      : ['/api/properties', '/api/billing', '/api/payments', '/api/pricing'],
    'what is read',
    turn,
  )
  await caller.call(person, { method: 'GET', path })
}

async function order(scene: Scene, turn: number): Promise<void> {
  const { people, chance, deeds } = scene
  const customer = chance.pick(people.customers, 'orders', turn)
  const notes = crypto.randomUUID()
  const isNow = chance.happens(0.6, 'now', turn)
  const tomorrow = addDays(dateAt(instant(Date.now()), DEFAULT_TIME_ZONE), 1)
  const when = isNow ? { kind: 'now' } : { kind: 'window', date: tomorrow, from: '10:00', until: '15:00' }
  const draft = {
    serviceKey: 'handyman',
    place: null,
    propertyId: customer.propertyId,
    when,
    quantity: 1,
    notes,
  }
  const post = (path: string, body: object) => scene.caller.call(customer, { method: 'POST', path, body })
  const { token } = fieldsIn(await post('/api/save-on-demand-draft', { draft }))
  await post('/api/claim-on-demand-draft', { token })
  const { serviceKey, quantity, propertyId } = draft
  const { totalCents } = fieldsIn(
    await post('/api/quote-on-demand', { serviceKey, quantity, when, place: null, propertyId }),
  )
  deeds.notes.add(notes)
  const booked = await post('/api/book-on-demand', { token, expectedTotalCents: totalCents })
  const orderId = String(fieldsIn(booked)['orderId'])
  deeds.orders.set(orderId, { notes })
  if (!isNow && chance.happens(0.5, 'calls off', turn)) await callOff(scene, customer, orderId)
}

async function callOff({ caller, deeds }: Scene, customer: Customer, orderId: string): Promise<void> {
  const read = await caller.call(customer, { method: 'GET', path: `/api/on-demand-order?id=${orderId}` })
  const { feeCents } = fieldsIn(fieldsIn(read)['cancellation'])
  if (typeof feeCents !== 'number') return
  const body = { orderId, expectedFeeCents: feeCents }
  await caller.call(customer, { method: 'POST', path: '/api/cancel-on-demand', body })
  deeds.calledOff.add(orderId)
}

async function complete(scene: Scene, turn: number): Promise<void> {
  const work = scene.people.work.pop()
  if (work === undefined) return read(scene, turn)
  await finish(scene, work.crew, work.visitId)
  if (scene.chance.happens(0.5, 'tips', turn)) await tip(scene, work)
}

async function tip({ caller, deeds }: Scene, { customer, visitId }: Work): Promise<void> {
  const body = { visitId, amountCents: 500 }
  await caller.call(customer, { method: 'POST', path: '/api/tip-visit', body })
  deeds.tipped.add(visitId)
}

async function serve(scene: Scene, turn: number): Promise<void> {
  const crew = scene.chance.pick(scene.people.crews, 'serves', turn)
  const listed = fieldsIn(await scene.caller.call(crew, { method: 'GET', path: '/api/offers' }))
  const offers: unknown[] = Array.isArray(listed['offers']) ? listed['offers'] : []
  const offer = offers.map(fieldsIn).find(({ isOnDemand }) => isOnDemand === true)
  if (offer === undefined) return
  const body = { offerId: offer['offerId'] }
  const taken = fieldsIn(await scene.caller.call(crew, { method: 'POST', path: '/api/accept-offer', body }))
  await finish(scene, crew, String(taken['visitId']), 2)
}

/** With pictures that nobody took before. */
async function finish({ caller, deeds }: Scene, crew: Person, visitId: string, photos = 1): Promise<void> {
  for (let index = 0; index < photos; index++) {
    const path = `/api/upload-visit-photo?visitId=${visitId}`
    await caller.call(crew, { method: 'POST', path, file: await picture() })
    deeds.photographed.add(visitId)
  }
  await caller.call(crew, {
    method: 'POST',
    path: '/api/complete-visit',
    body: { visitId, lat: 39.7392, lng: -104.9903 },
  })
  deeds.completed.add(visitId)
}

function picture(): Promise<Buffer> {
  const background = { r: byte(), g: byte(), b: byte() }
  return sharp({ create: { width: 16 + (byte() % 16), height: 16 + (byte() % 16), channels: 3, background } })
    .jpeg()
    .toBuffer()
}

function byte(): number {
  return Math.floor(Math.random() * 256)
}
