/** Whatever changes at the embedded provider leaves an event in the same transaction, to be delivered as a webhook. */
import { type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../../db/client.ts'
import type { Clock } from '../clock/port.ts'
import type { EventSubject, ProviderEvent } from '../payments/port.ts'
import { type BankObject, eachObject, makeObject, toObject } from './embedded-books.ts'
import type { BankFaults } from './embedded-faults.ts'

/** What every part of the embedded provider works with. */
export type Bank = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: string
  readonly origin: string
  readonly faults: BankFaults
}

type EmittedEvent = {
  readonly type: string
  readonly objectId: string
  readonly accountId?: string
  readonly at?: Instant
}

export async function emitEvent(
  { clock, faults }: Bank,
  trx: Db,
  { type, objectId, accountId, at = clock.now() }: EmittedEvent,
): Promise<void> {
  await makeObject(trx, at, 'event', {
    state: 'due',
    data: { type, objectId, accountId: accountId ?? null },
    dueAt: instant(at + faults.webhookDelayMs),
  })
}

/** Takes events off the list of those due; two takers never get the same one. */
export async function takeEvents({ db, clock }: Bank, limit: number): Promise<BankObject<'event'>[]> {
  const rows = await db
    .updateTable('demo_bank_object')
    .set({ state: 'delivered', due_at: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('demo_bank_object')
        .where('kind', '=', 'event')
        .where('due_at', '<=', toTimestamp(clock.now()))
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returningAll()
    .execute()
  return rows
    .map((row) => toObject('event', row))
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}

export async function* listEvents({ db, clock }: Bank, since: Instant): AsyncGenerator<ProviderEvent> {
  for await (const event of eachObject(db, { kind: 'event', since, until: clock.now() })) yield toEvent(event)
}

export function toEvent({ id, data, createdAt }: BankObject<'event'>): ProviderEvent {
  return { id, ...data, subject: subjectOf(data.type), createdAt }
}

export function subjectOf(type: string): EventSubject {
  return SUBJECTS.find(([start]) => type.startsWith(start))?.[1] ?? 'unknown'
}

/** By the first that the type begins with. */
const SUBJECTS: readonly (readonly [string, EventSubject])[] = [
  ['payment_intent.', 'hold_or_charge'],
  ['charge.dispute.', 'chargeback'],
  ['charge.refund.', 'refund'],
  ['refund.', 'refund'],
  ['charge.', 'charge'],
  ['radar.early_fraud_warning.', 'fraud_warning'],
  ['transfer.', 'transfer'],
  ['payout.', 'bank_payout'],
  ['account.', 'payout_account'],
  ['payment_method.', 'payment_method'],
  ['setup_intent.', 'method_setup'],
]
