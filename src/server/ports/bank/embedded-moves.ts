/** What moved the platform's balance at the embedded provider, and what is left of it. */
import { sql } from 'kysely'
import { type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../../db/client.ts'
import type { Movement, MovementKind } from '../payments/port.ts'
import { type BankObject, eachObject, makeObject, objectsOf } from './embedded-books.ts'
import type { Bank } from './embedded-events.ts'

type Move = {
  readonly kind: MovementKind
  /** With its sign. */
  readonly amountCents: number
  readonly feeCents?: number
  readonly objectId: string
  readonly reference: string | null
  readonly at: Instant
}

export async function move({ faults }: Bank, trx: Db, entry: Move): Promise<void> {
  const { kind, amountCents, feeCents = 0, objectId, reference, at } = entry
  const availableAt = kind === 'charge' ? instant(at + faults.settleDelayMs) : at
  await makeObject(trx, at, 'movement', {
    state: 'made',
    amountCents,
    data: { kind, feeCents, objectId, reference, availableAt },
  })
}

export async function* listMovements({ db, clock }: Bank, since: Instant): AsyncGenerator<Movement> {
  for await (const row of eachObject(db, { kind: 'movement', since, until: clock.now() }))
    yield toMovement(row)
}

/** What is there to be sent, and what will be. */
export async function balanceOf(
  { clock }: Bank,
  db: Db,
): Promise<{ availableCents: number; pendingCents: number; currency: 'usd' }> {
  const now = clock.now()
  const net = sql<number>`amount_cents - (data ->> 'feeCents')::bigint`
  const isAvailable = sql<boolean>`(data ->> 'availableAt')::bigint <= ${now}`
  const row = await objectsOf(db, 'movement')
    .where('created_at', '<=', toTimestamp(now))
    .select([
      sql<number>`coalesce(sum(${net}) filter (where ${isAvailable}), 0)::bigint`.as('available'),
      sql<number>`coalesce(sum(${net}) filter (where not ${isAvailable}), 0)::bigint`.as('pending'),
    ])
    .executeTakeFirstOrThrow()
  return { availableCents: row.available, pendingCents: row.pending, currency: 'usd' }
}

function toMovement({ id, amountCents, data, createdAt }: BankObject<'movement'>): Movement {
  const { availableAt: _, ...rest } = data
  return { movementId: id, ...rest, amountCents, currency: 'usd', at: createdAt }
}
