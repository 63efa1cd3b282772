import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { addDays, type Instant, instant, type LocalDate } from '#domain/time.ts'
import { type Db, containing, toTimestamp } from '../db/client.ts'
import type { UserType } from '../scope.ts'

const PAGE = 50

export async function listPeople(
  db: Db,
  input: { text: string; type?: UserType | undefined; cursor?: string | undefined },
) {
  const pattern = containing(input.text)
  const digits = input.text.replace(/\D/g, '')
  const [afterName, afterId] = splitCursor(input.cursor)
  const rows = await db
    .selectFrom('users')
    .leftJoin('users as sponsor', 'sponsor.id', 'users.sponsor_id')
    .where((eb) =>
      eb.or([
        eb('users.name', 'ilike', pattern),
        eb('users.email', 'ilike', pattern),
        ...(digits.length >= 4 ? [eb('users.phone', 'like', `%${digits}%`)] : []),
      ]),
    )
    .$if(input.type !== undefined, (query) => query.where('users.type', '=', input.type!))
    .$if(afterId !== null, (query) =>
      query.where(sql<boolean>`(users.name, users.id) > (${afterName}, ${afterId}::uuid)`),
    )
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(PAGE + 1)
    .select([
      'users.id',
      'users.type',
      'users.name',
      'users.email',
      'users.phone',
      'users.frozen_until',
      'users.frozen_notes',
      'users.created_at',
      'sponsor.name as sponsor_name',
    ])
    .execute()
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    page,
    nextCursor: rows.length > PAGE && last !== undefined ? `${last.id}|${last.name}`.slice(0, 200) : null,
  }
}

export async function listOutbox(
  db: Db,
  input: { channel?: 'mail' | 'sms' | 'push' | undefined; cursor?: string | undefined },
) {
  const [afterAt, afterId] = splitCursor(input.cursor)
  const rows = await db
    .selectFrom('outbox_message')
    .$if(input.channel !== undefined, (query) => query.where('channel', '=', input.channel!))
    .$if(afterId !== null, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (${toTimestamp(instant(Number(afterAt)))}, ${afterId}::uuid)`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .select(['id', 'channel', 'recipient', 'subject', 'body', 'attachments', 'created_at'])
    .execute()
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    page,
    nextCursor: rows.length > PAGE && last !== undefined ? `${last.id}|${last.created_at}` : null,
  }
}

export async function listAudit(db: Db, after: string | undefined) {
  const rows = await db
    .selectFrom('audit_entry')
    .leftJoin('users', 'users.id', 'audit_entry.actor_id')
    .$if(after !== undefined && /^\d{1,15}$/.test(after), (query) =>
      query.where('audit_entry.id', '<', Number(after)),
    )
    .orderBy('audit_entry.id', 'desc')
    .limit(PAGE + 1)
    .select(['audit_entry.id', 'audit_entry.at', 'users.name as actor_name', 'action', 'subject', 'detail'])
    .execute()
  const page = rows.slice(0, PAGE)
  return { page, nextCursor: rows.length > PAGE ? String(page.at(-1)!.id) : null }
}

/** `<uuid>|<sort value>`; anything else starts from the beginning. */
function splitCursor(cursor: string | undefined): [string, string] | [null, null] {
  const parts = /^([0-9a-f-]{36})\|(.*)$/s.exec(cursor ?? '')
  return parts === null ? [null, null] : [parts[2]!, parts[1]!]
}

export async function countVisitsByState(
  db: Db,
  from: LocalDate,
  to: LocalDate,
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('visit')
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy('state')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export async function readBoardNumbers(db: Db, monday: LocalDate, sunday: LocalDate, now: Instant) {
  const { rows } = await sql<{
    unassigned: number
    flagged: number
    declined: number
    declined_cents: number
    failed_payouts: number
    delayed_payouts: number
    parked: number
  }>`select
      (select count(*) from visit where date between ${monday} and ${sunday} and ends_at > ${toTimestamp(now)}
        and crew_id is null and state = 'scheduled') as unassigned,
      (select count(*) from visit where is_flagged and state = 'completed' and date >= ${addDays(monday, -28)}) as flagged,
      (select count(*) from payment where state = 'declined' and kind <> 'invoice_part') as declined,
      (select coalesce(sum(total_cents), 0)::bigint from payment where state = 'declined' and kind <> 'invoice_part') as declined_cents,
      (select count(*) from payout where state = 'failed' and period_end >= ${addDays(monday, -28)}) as failed_payouts,
      (select count(*) from payout where state = 'sending' and short_since is not null) as delayed_payouts,
      (select count(*) from task where parked_at is not null) as parked`.execute(db)
  const row = rows[0]!
  return {
    unassignedThisWeek: row.unassigned,
    flaggedForReview: row.flagged,
    declinedPayments: row.declined,
    declinedCents: row.declined_cents,
    failedPayouts: row.failed_payouts,
    delayedPayouts: row.delayed_payouts,
    parkedTasks: row.parked,
  }
}

/** Operators cannot be frozen: for them it answers false. */
export async function setFrozen(
  db: Db,
  userId: UserId,
  { until, notes }: { readonly until: Instant | null; readonly notes: string | null },
): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ frozen_until: until === null ? null : toTimestamp(until), frozen_notes: notes })
    .where('id', '=', userId)
    .where('type', '<>', 'Operator')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
