/** Cards on file: what the provider keeps of them, and the sponsor who must not share one (product §3, Commission). */
import { createHash } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Card } from '../ports/payments/port.ts'
import { Refused } from '../refused.ts'

export type CardOnFile = {
  readonly brand: string
  readonly last4: string
  readonly expiresMonth: number
  readonly expiresYear: number
  readonly isExpired: boolean
}

/** Gives the card to the provider, outside any transaction. Throws Refused with the provider's reason. */
export async function attachCard(
  app: App,
  user: { readonly userId: UserId; readonly email: string; readonly name: string },
  setupToken: string,
): Promise<{ card: Card; customerId: string }> {
  const { payments } = app.ports
  const known = await app.db
    .selectFrom('payment_method')
    .where('user_id', '=', user.userId)
    .select('provider_customer_id')
    .executeTakeFirst()
  const customerId = known?.provider_customer_id ?? (await createCustomer(app, user)).customerId
  const key = `card:${user.userId}:${shortHash(setupToken)}`
  const card = await payments.saveCard({ key, customerId, setupToken })
  if ('declined' in card) throw new Refused(reasonOfDecline(card.declined))
  return { card, customerId }
}

/** Keeps the card in the caller's transaction. */
export async function keepCard(
  db: Db,
  { userId, customerId, card, now }: { userId: UserId; customerId: string; card: Card; now: Instant },
): Promise<void> {
  const columns = {
    provider_customer_id: customerId,
    provider_method_id: card.methodId,
    brand: card.brand,
    last4: card.last4,
    expires_month: card.expiresMonth,
    expires_year: card.expiresYear,
    fingerprint: card.fingerprint,
    updated_at: toTimestamp(now),
  }
  await db
    .insertInto('payment_method')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
  await refuseSharedSponsor(db, userId, card.fingerprint, now)
}

export function toCardOnFile(
  row: { brand: string; last4: string; expires_month: number; expires_year: number },
  now: Instant,
  zone: string,
): CardOnFile {
  const month = dateAt(now, zone).slice(0, 7)
  const lastMonth = `${row.expires_year}-${String(row.expires_month).padStart(2, '0')}`
  return {
    brand: row.brand,
    last4: row.last4,
    expiresMonth: row.expires_month,
    expiresYear: row.expires_year,
    isExpired: month > lastMonth,
  }
}

const REASON_OF_DECLINE: Readonly<Record<string, RefusalReason>> = {
  insufficient_funds: 'card_insufficient_funds',
  expired_card: 'card_expired',
  incorrect_cvc: 'card_cvc_wrong',
  incorrect_number: 'card_number_wrong',
  not_a_test_card: 'card_not_a_test_card',
  token_expired: 'card_form_expired',
}

/** The provider's word for what is wrong with a card, as one of our reasons. */
export function reasonOfDecline(declined: string): RefusalReason {
  return REASON_OF_DECLINE[declined] ?? 'card_declined'
}

/** Under the key stand the very words that are sent, so a person who is renamed breaks no second try. */
function createCustomer(app: App, { userId, email, name }: { userId: UserId; email: string; name: string }) {
  const key = `customer:${userId}:${shortHash(`${email} ${name}`)}`
  return app.ports.payments.createCustomer({ key, email, name })
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Nobody sponsors themself: a sponsor with the same card is taken off, and the operator sees it. */
async function refuseSharedSponsor(db: Db, userId: UserId, fingerprint: string, now: Instant): Promise<void> {
  const others = await db
    .selectFrom('payment_method')
    .innerJoin('users', 'users.id', 'payment_method.user_id')
    .where('payment_method.fingerprint', '=', fingerprint)
    .where('payment_method.user_id', '<>', userId)
    .select(['users.id', 'users.sponsor_id'])
    .limit(100)
    .execute()
  if (others.length === 0) return
  const ids = others.map(({ id }) => id)
  const ended = await db
    .updateTable('users')
    .set({ sponsor_id: null })
    .where((eb) =>
      eb.or([
        eb.and([eb('id', '=', userId), eb('sponsor_id', 'in', ids)]),
        eb.and([eb('id', 'in', ids), eb('sponsor_id', '=', userId)]),
      ]),
    )
    .returning('id')
    .execute()
  for (const { id } of ended)
    await recordAudit(db, {
      at: now,
      actorId: userId,
      action: 'sponsorship_refused',
      subject: id,
      detail: { reason: 'sponsor_shares_card' },
    })
}
