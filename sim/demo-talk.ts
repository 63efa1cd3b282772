/** The named cast of the demo city talks about a visit. */
import type { VisitId } from '#domain/ids.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { toTimestamp } from '#server/db/client.ts'
import { markMessagesRead } from '#server/messages/mark-messages-read.ts'
import { readThread } from '#server/messages/read-thread.ts'
import { sendMessage } from '#server/messages/send-message.ts'
import type { CrewScope } from '#server/scope.ts'
import { CAST } from './cast-city.ts'
import { attempt, type World } from './world.ts'

const MESSAGES_BEFORE = 25 * MINUTE_MS

const TALK = [
  ['customer', 'The side gate sticks a little. Push hard, please.'],
  ['crew', 'Thanks, got it. I come by around noon.'],
  ['customer', 'Perfect. Please close it again, the dog is out.'],
] as const

/** Shortly before `now`, of the next visit that the cast's crew has at a home of the cast's customer; else nothing is said. */
export async function talk(world: World, now: Instant): Promise<void> {
  const [customer, crew] = [world.customers.get(CAST.customer), world.crews.get(CAST.crew)]
  if (customer === undefined || crew === undefined) return
  const visit = await world.host
    .app()
    .db.selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.customer_id', '=', customer.scope.userId)
    .where('visit.crew_id', '=', crew.scope.userId)
    .where('visit.state', 'in', ['scheduled', 'confirmed'])
    .where('visit.ends_at', '>', toTimestamp(now))
    .where('property.complex_id', 'is', null)
    .orderBy('visit.starts_at')
    .orderBy('property.name')
    .select('visit.id')
    .executeTakeFirst()
  if (visit === undefined) return
  const visitId = visit.id
  world.clock.set((now - MESSAGES_BEFORE) as Instant)
  const scopes = { customer: customer.scope, crew: crew.scope }
  for (const [who, text] of TALK) {
    await attempt(world, 'message', (app) => sendMessage(app, scopes[who], { visitId, text }))
    world.clock.advance(MINUTE_MS)
  }
  // The last word of the customer is still to be read.
  await attempt(world, 'read messages', (app) => readTwo(app, crew.scope, visitId))
}

async function readTwo(app: App, scope: CrewScope, visitId: VisitId): Promise<void> {
  const { messages } = await readThread(app, scope, visitId)
  const second = messages[1]
  if (second !== undefined) await markMessagesRead(app, scope, { visitId, messageId: second.messageId })
}

/** Everybody has read what is older than a day: a bell that says hundreds says nothing. */
export async function readOldNotices(world: World, now: Instant): Promise<void> {
  await world.host
    .app()
    .db.updateTable('notice')
    .set({ read_at: toTimestamp(now) })
    .where('read_at', 'is', null)
    .where('created_at', '<', toTimestamp((now - DAY_MS) as Instant))
    .execute()
}
