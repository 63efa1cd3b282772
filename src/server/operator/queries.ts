import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { type Instant, instant, type LocalDate } from '#domain/time.ts'
import { containing, type Db, toTimestamp } from '../db/client.ts'
import type { OperatorScope, UserType } from '../scope.ts'

const PAGE = 50

export async function listPeople(
  db: Db,
  scope: OperatorScope,
  input: { text: string; type?: UserType | undefined; cursor?: string | undefined },
) {
  const pattern = containing(input.text)
  const digits = input.text.replace(/\D/g, '')
  const [afterName, afterId] = splitCursor(input.cursor)
  const rows = await db
    .selectFrom('users')
    .leftJoin('users as sponsor', 'sponsor.id', 'users.sponsor_id')
    .where('users.market_id', '=', scope.marketId)
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
  scope: OperatorScope,
  input: { channel?: 'mail' | 'sms' | 'push' | undefined; cursor?: string | undefined },
) {
  const [afterAt, afterId] = splitCursor(input.cursor)
  const rows = await db
    .selectFrom('outbox_message')
    .where('market_id', '=', scope.marketId)
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

/** `<uuid>|<sort value>`; anything else starts from the beginning. */
function splitCursor(cursor: string | undefined): [string, string] | [null, null] {
  const parts = /^([0-9a-f-]{36})\|(.*)$/s.exec(cursor ?? '')
  return parts === null ? [null, null] : [parts[2]!, parts[1]!]
}

export async function countVisitsByState(
  db: Db,
  scope: OperatorScope,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where('customer.market_id', '=', scope.marketId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy('state')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export async function readBoardNumbers(db: Db, scope: OperatorScope) {
  const isHere = sql`customer.market_id = ${scope.marketId}`
  const { rows } = await sql<{
    declined: number
    declined_cents: number
    delayed_payouts: number
    parked: number
  }>`
    with declined as (
      select total_cents from payment join users customer on customer.id = payment.customer_id
      where payment.state = 'declined' and kind <> 'invoice_part' and ${isHere}
    ), payouts as (
      select payout.* from payout join users crew on crew.id = payout.crew_id
      where payout.state = 'sending' and short_since is not null and crew.market_id = ${scope.marketId}
    )
    select
      (select count(*) from declined) as declined,
      (select coalesce(sum(total_cents), 0)::bigint from declined) as declined_cents,
      (select count(*) from payouts) as delayed_payouts,
      (select count(*) from task where parked_at is not null) as parked`.execute(db)
  const row = rows[0]!
  return {
    declinedPayments: row.declined,
    declinedCents: row.declined_cents,
    delayedPayouts: row.delayed_payouts,
    parkedTasks: row.parked,
  }
}

/** False for operators, who cannot be frozen, and for whoever is of another market. */
export async function setFrozen(
  db: Db,
  scope: OperatorScope,
  userId: UserId,
  { until, notes }: { readonly until: Instant | null; readonly notes: string | null },
): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ frozen_until: until === null ? null : toTimestamp(until), frozen_notes: notes })
    .where('id', '=', userId)
    .where('type', '<>', 'Operator')
    .where('market_id', '=', scope.marketId)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
