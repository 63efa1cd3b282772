/** Writes journals, each once by its key, and what crews earn with them. Runs in the caller's transaction. */
import { sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import { ACCOUNTS, type AccountKind } from '#domain/ledger/accounts.ts'
import type { Posting } from '#domain/ledger/journal.ts'
import type { JournalKind } from '#domain/ledger/journal-kinds.ts'
import type { Cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'

/** A journal of `domain/ledger`, with what it is about. */
export type JournalEntry = {
  /** Posting a key again means that the event is in the books already: nothing happens. */
  readonly key: string
  /** The event. */
  readonly kind: JournalKind
  readonly at: Instant
  /** The visit, payment, refund, payout or commission that it is about. */
  readonly subjectId: string | null
  readonly postings: readonly Posting[]
}

/** True when the journal is new. A journal without postings moved no money and is not written. */
export async function postJournal(db: Db, entry: JournalEntry): Promise<boolean> {
  return (await postJournals(db, [entry])) === 1
}

/** Many at once, in three statements; answers how many were new. */
export async function postJournals(db: Db, entries: readonly JournalEntry[]): Promise<number> {
  const moving = entries.filter((entry) => entry.postings.length > 0)
  if (moving.length === 0) return 0
  const postings = moving.flatMap(({ key, postings }) =>
    postings.map(({ accountKind, ownerId, amountCents }) => ({
      key,
      accountKind,
      ...ownersOf(accountKind, ownerId),
      amountCents,
    })),
  )
  await openAccounts(db, postings)
  const journals = await db
    .insertInto('ledger_journal')
    .values(
      moving.map((entry) => ({
        key: entry.key,
        kind: entry.kind,
        at: toTimestamp(entry.at),
        subject_id: entry.subjectId,
        market_id: marketOf(entry),
      })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .execute()
  const isNew = new Set(journals.map(({ key }) => key))
  const fresh = postings.filter(({ key }) => isNew.has(key))
  if (fresh.length === 0) return 0
  await sql`
    insert into ledger_posting (journal_id, account_id, amount_cents)
    select journal.id, account.id, posting."amountCents"
    from jsonb_to_recordset(${toJson(fresh)}::jsonb)
      as posting(key text, "accountKind" text, "ownerId" uuid, "marketId" text, "amountCents" bigint)
    join ledger_journal journal on journal.key = posting.key
    join ledger_account account
      on account.kind = posting."accountKind" and account.owner_id is not distinct from posting."ownerId"
      and account.market_id is not distinct from posting."marketId"
  `.execute(db)
  return journals.length
}

/**
 * Whose books it is in: a market's own, its people's, or those of the payment, a customer's or a partner's, that it is
 * about.
 */
function marketOf({ postings, subjectId }: JournalEntry) {
  const owners = postings.map(({ accountKind, ownerId }) => ownersOf(accountKind, ownerId))
  const marketId = owners.find((owner) => owner.marketId !== null)?.marketId ?? null
  const ownerId = owners.find((owner) => owner.ownerId !== null)?.ownerId ?? null
  return sql<string | null>`coalesce(
    ${marketId}::text,
    (select market_id from users where id = ${ownerId}::uuid),
    (select users.market_id from payment join users on users.id = payment.customer_id
      where payment.id = ${subjectId}::uuid),
    (select statement.market_id from partner_payment payment
      join partner_statement statement on statement.id = payment.statement_id where payment.id = ${subjectId}::uuid)
  )`
}

/** Markets are no users: their accounts name them in a column of its own. */
function ownersOf(accountKind: AccountKind, ownerId: string | null) {
  return ACCOUNTS[accountKind].owner === 'market'
    ? { ownerId: null, marketId: ownerId }
    : { ownerId, marketId: null }
}

async function openAccounts(
  db: Db,
  wanted: readonly { accountKind: string; ownerId: string | null; marketId: string | null }[],
): Promise<void> {
  await sql`
    insert into ledger_account (kind, owner_id, market_id)
    select distinct wanted."accountKind", wanted."ownerId", wanted."marketId"
    from jsonb_to_recordset(${toJson(wanted)}::jsonb)
      as wanted("accountKind" text, "ownerId" uuid, "marketId" text)
    where not exists (
      select from ledger_account account
      where account.kind = wanted."accountKind" and account.owner_id is not distinct from wanted."ownerId"
        and account.market_id is not distinct from wanted."marketId"
    )
    order by 1, 2, 3
    on conflict do nothing
  `.execute(db)
}

/** What the crew of a visit may be paid for it. */
export async function insertEarning(
  db: Db,
  earning: {
    readonly crewId: UserId
    readonly visitId: VisitId
    readonly amountCents: Cents
    readonly earnedAt: Instant
    readonly availableAt: Instant
  },
): Promise<void> {
  await db
    .insertInto('earning')
    .values({
      crew_id: earning.crewId,
      visit_id: earning.visitId,
      kind: 'visit',
      amount_cents: earning.amountCents,
      earned_at: toTimestamp(earning.earnedAt),
      available_at: toTimestamp(earning.availableAt),
    })
    .execute()
}
