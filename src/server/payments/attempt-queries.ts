/** Attempts at charging a payment: each is written before it is asked, and has at most one charge at the provider. */
import type { PaymentId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Charge } from '../ports/payments/port.ts'

export type Attempt = {
  readonly paymentId: PaymentId
  readonly number: number
  readonly state: 'asked' | 'succeeded' | 'failed'
  readonly isRetry: boolean
  readonly customerId: string
  readonly methodId: string
  readonly amountCents: Cents
  /** Null as long as nothing is created at the provider. */
  readonly intentId: string | null
  /** The hold that it takes; null where the card is asked anew. */
  readonly capturesIntentId: string | null
  /** It was confirmed, perhaps without an answer. */
  readonly isConfirmed: boolean
  readonly askedAt: Instant
}

/** The one that waits for its end; a payment has no two. */
export async function openAttempt(db: Db, paymentId: PaymentId): Promise<Attempt | undefined> {
  const row = await attempts(db)
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** One that failed and could still be paid at the provider, as by a form that is open somewhere. */
export async function unendedAttempt(db: Db, paymentId: PaymentId): Promise<Attempt | undefined> {
  const row = await attempts(db)
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'failed')
    .where('provider_intent_id', 'is not', null)
    .where('captures_intent_id', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** What the last attempt asked. */
export async function lastMethodId(db: Db, paymentId: PaymentId): Promise<string | undefined> {
  const row = await attempts(db)
    .where('payment_id', '=', paymentId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.provider_method_id
}

export async function readAttempt(
  db: Db,
  paymentId: PaymentId,
  number: number,
): Promise<Attempt | undefined> {
  const row = await attempts(db)
    .where('payment_id', '=', paymentId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** Whose attempt a charge of the provider is: by its id, or by what it says of itself where its answer was lost. */
export async function findAttemptOf(
  db: Db,
  charge: { readonly intentId: string; readonly paymentId: PaymentId; readonly number: number },
): Promise<Attempt | undefined> {
  const known = await attempts(db)
    .where((eb) =>
      eb.or([
        eb('provider_intent_id', '=', charge.intentId),
        eb.and([eb('captures_intent_id', '=', charge.intentId), eb('state', '=', 'asked')]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (known !== undefined) return toAttempt(known)
  const row = await attempts(db)
    .where('payment_id', '=', charge.paymentId)
    .where('number', '=', charge.number)
    .where('provider_intent_id', 'is', null)
    .executeTakeFirst()
  return row && toAttempt(row)
}

export async function insertAttempt(
  db: Db,
  attempt: Omit<Attempt, 'state' | 'intentId' | 'isConfirmed' | 'askedAt'>,
  now: Instant,
): Promise<Attempt> {
  await db
    .insertInto('charge_attempt')
    .values({
      payment_id: attempt.paymentId,
      number: attempt.number,
      is_retry: attempt.isRetry,
      provider_customer_id: attempt.customerId,
      provider_method_id: attempt.methodId,
      amount_cents: attempt.amountCents,
      captures_intent_id: attempt.capturesIntentId,
      state: 'asked',
      created_at: toTimestamp(now),
    })
    .execute()
  return { ...attempt, state: 'asked', intentId: null, isConfirmed: false, askedAt: now }
}

/** Answers the id that the attempt has now: another process may have been faster. */
export async function saveIntent(db: Db, attempt: Attempt, intentId: string): Promise<string> {
  await ofAttempt(db, attempt)
    .set({ provider_intent_id: intentId })
    .where('provider_intent_id', 'is', null)
    .execute()
  return (await readAttempt(db, attempt.paymentId, attempt.number))?.intentId ?? intentId
}

export async function saveConfirmed(db: Db, attempt: Attempt, now: Instant): Promise<void> {
  await ofAttempt(db, attempt)
    .set({ confirmed_at: toTimestamp(now) })
    .execute()
}

/** It can never be paid any more. */
export async function saveEnded(db: Db, attempt: Attempt, now: Instant): Promise<void> {
  await ofAttempt(db, attempt)
    .set({ ended_at: toTimestamp(now) })
    .execute()
}

/** It was taken for failed, and is on its way after all. */
export async function reopenAttempt(db: Db, attempt: Attempt): Promise<void> {
  await ofAttempt(db, attempt).set({ state: 'asked', settled_at: null, decline_code: null }).execute()
}

export async function settleAttempt(
  db: Db,
  attempt: Attempt,
  { charge, declineCode, now }: { charge: Charge; declineCode: string | null; now: Instant },
): Promise<void> {
  const hasFailed = declineCode !== null
  const isOver = !hasFailed || charge.state === 'canceled'
  await ofAttempt(db, attempt)
    .set({
      provider_intent_id: charge.intentId,
      state: hasFailed ? 'failed' : 'succeeded',
      fee_cents: hasFailed ? null : charge.feeCents,
      decline_code: declineCode,
      settled_at: toTimestamp(now),
      ...(isOver ? { ended_at: toTimestamp(now) } : {}),
    })
    .execute()
}

export async function saveFee(db: Db, attempt: Attempt, feeCents: Cents): Promise<boolean> {
  const row = await ofAttempt(db, attempt)
    .set({ fee_cents: feeCents })
    .where('fee_cents', 'is', null)
    .where('state', '=', 'succeeded')
    .returning('number')
    .executeTakeFirst()
  return row !== undefined
}

/** Charges of which the provider has not said yet what it kept; oldest first. */
export async function listFeeless(db: Db, before: Instant, limit: number): Promise<Attempt[]> {
  const rows = await attempts(db)
    .where('state', '=', 'succeeded')
    .where('fee_cents', 'is', null)
    .where('settled_at', '<=', toTimestamp(before))
    .orderBy('settled_at')
    .limit(limit)
    .execute()
  return rows.map(toAttempt)
}

function ofAttempt(db: Db, { paymentId, number }: Attempt) {
  return db.updateTable('charge_attempt').where('payment_id', '=', paymentId).where('number', '=', number)
}

function attempts(db: Db) {
  return db
    .selectFrom('charge_attempt')
    .select([
      'payment_id',
      'number',
      'state',
      'is_retry',
      'provider_customer_id',
      'provider_method_id',
      'amount_cents',
      'provider_intent_id',
      'captures_intent_id',
      'confirmed_at',
      'created_at',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof attempts>['execute']>>[number]

function toAttempt(row: Row): Attempt {
  return {
    paymentId: row.payment_id,
    number: row.number,
    state: row.state,
    isRetry: row.is_retry,
    customerId: row.provider_customer_id,
    methodId: row.provider_method_id,
    amountCents: cents(row.amount_cents),
    intentId: row.provider_intent_id,
    capturesIntentId: row.captures_intent_id,
    isConfirmed: row.confirmed_at !== null,
    askedAt: row.created_at,
  }
}
