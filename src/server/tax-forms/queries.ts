/** What else a form needs: the crew's account, its consent, whether the form was sent and who was reminded. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Consent } from '#domain/tax/consent.ts'
import type { PayoutAccount } from '#domain/tax/w9.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

export type TaxPayee = {
  readonly id: UserId
  readonly name: string
  readonly mergedInto: { readonly id: UserId; readonly name: string } | null
  readonly email: string
  readonly locale: Language
  readonly address: string | null
  readonly account: PayoutAccount
  readonly consent: (Consent & { readonly at: Instant }) | null
  readonly sent: { readonly at: Instant; readonly amountCents: Cents } | null
  /** When it was last told what its form lacks. */
  readonly remindedAt: Instant | null
}

/** By crew; whoever is none is left out. */
export async function readPayees(
  db: Db,
  crewIds: readonly UserId[],
  year: number,
): Promise<ReadonlyMap<UserId, TaxPayee>> {
  const rows = await findPayees(db, crewIds, year)
  return new Map(rows.map((row) => [row.id, toPayee(row)]))
}

function findPayees(db: Db, crewIds: readonly UserId[], year: number) {
  return (
    db
      .selectFrom('users')
      .innerJoin('crew_profile', 'crew_profile.user_id', 'users.id')
      // The crew goes on under another account, which has its mail, its consent, and its payout account if it had none.
      .leftJoin('account_merge as merge', 'merge.from_id', 'users.id')
      .leftJoin('users as living', 'living.id', 'merge.into_id')
      .leftJoin('payout_account', (join) =>
        join.on(
          sql<boolean>`payout_account.user_id = coalesce(
          (select user_id from payout_account own where own.user_id = users.id), merge.into_id)`,
        ),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('tax_consent')
            .where(sql<boolean>`tax_consent.crew_id in (users.id, merge.into_id)`)
            .orderBy('tax_consent.id', 'desc')
            .limit(1)
            .select(['version', 'is_given', 'created_at as consented_at'])
            .as('consent'),
        (join) => join.onTrue(),
      )
      .leftJoin('tax_form_sent as sent', (join) =>
        join.onRef('sent.crew_id', '=', 'users.id').on('sent.year', '=', year),
      )
      .leftJoin('tax_reminder as reminder', (join) =>
        join.onRef('reminder.crew_id', '=', 'users.id').on('reminder.year', '=', year),
      )
      .where(sql<boolean>`users.id = any(${[...crewIds]}::uuid[])`)
      .select([
        'users.id',
        'users.name',
        sql<string>`coalesce(living.email, users.email)`.as('email'),
        sql<Language>`coalesce(living.locale, users.locale)`.as('locale'),
        'users.address',
        'living.id as living_id',
        'living.name as living_name',
        'payout_account.state as account_state',
        'payout_account.requirements as account_requirements',
        'consent.version',
        'consent.is_given',
        'consent.consented_at',
        'sent.sent_at',
        'sent.amount_cents as sent_cents',
        'reminder.sent_at as reminded_at',
      ])
      .execute()
  )
}

function toPayee(row: Awaited<ReturnType<typeof findPayees>>[number]): TaxPayee {
  return {
    id: row.id,
    name: row.name,
    mergedInto:
      row.living_id === null || row.living_name === null
        ? null
        : { id: row.living_id, name: row.living_name },
    email: row.email,
    locale: row.locale,
    address: row.address,
    account: {
      state: row.account_state ?? ('none' as const),
      requirements: row.account_requirements ?? [],
    },
    consent:
      row.version === null || row.is_given === null || row.consented_at === null
        ? null
        : { version: row.version, isGiven: row.is_given, at: row.consented_at },
    sent:
      row.sent_at === null || row.sent_cents === null
        ? null
        : { at: row.sent_at, amountCents: cents(row.sent_cents) },
    remindedAt: row.reminded_at,
  }
}

export async function insertConsent(
  db: Db,
  { crewId, version, isGiven, at }: { crewId: UserId; version: number; isGiven: boolean; at: Instant },
): Promise<void> {
  await db
    .insertInto('tax_consent')
    .values({ crew_id: crewId, version, is_given: isGiven, created_at: toTimestamp(at) })
    .execute()
}

/** Of the given people those who are crews of the operator's market. */
export async function crewsOfMarket(
  db: Db,
  scope: OperatorScope,
  crewIds: readonly UserId[],
): Promise<UserId[]> {
  const rows = await db
    .selectFrom('users')
    .where(sql<boolean>`id = any(${[...crewIds]}::uuid[])`)
    .where('market_id', '=', scope.marketId)
    .where('type', '=', 'Crew')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

type Sent = {
  readonly crewId: UserId
  readonly year: number
  readonly amountCents: Cents
  readonly by: UserId
  readonly at: Instant
}

/** Sent again, with another amount, it is a correction. */
export async function saveSent(db: Db, { crewId, year, amountCents, by, at }: Sent): Promise<void> {
  const said = { amount_cents: amountCents, sent_by: by, sent_at: toTimestamp(at) }
  await db
    .insertInto('tax_form_sent')
    .values({ crew_id: crewId, year, ...said })
    .onConflict((conflict) => conflict.columns(['crew_id', 'year']).doUpdateSet(said))
    .execute()
}

export async function deleteSent(db: Db, crewId: UserId, year: number): Promise<void> {
  await db.deleteFrom('tax_form_sent').where('crew_id', '=', crewId).where('year', '=', year).execute()
}

/** False where this crew was reminded of that year, and not before an instant. */
export async function saveReminder(
  db: Db,
  { crewId, year, at, before }: { crewId: UserId; year: number; at: Instant; before: Instant },
): Promise<boolean> {
  const row = await db
    .insertInto('tax_reminder')
    .values({ crew_id: crewId, year, sent_at: toTimestamp(at) })
    .onConflict((conflict) =>
      conflict
        .columns(['crew_id', 'year'])
        .doUpdateSet({ sent_at: toTimestamp(at) })
        .where('tax_reminder.sent_at', '<', toTimestamp(before)),
    )
    .returning('crew_id')
    .executeTakeFirst()
  return row !== undefined
}
