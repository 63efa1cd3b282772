import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { containing, type Db, toTimestamp } from '../db/client.ts'
import type { OperatorScope, UserType } from '../scope.ts'
import { isLiving } from '../users/queries.ts'

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
    .where(isLiving)
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
      'users.time_zone',
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
  const { rows } = await sql<{ declined_cents: number; delayed_payouts: number }>`
    select
      (select coalesce(sum(total_cents), 0)::bigint
        from payment join users customer on customer.id = payment.customer_id
        where payment.state = 'declined' and kind <> 'invoice_part' and customer.market_id = ${scope.marketId}
      ) as declined_cents,
      (select count(*) from payout join users crew on crew.id = payout.crew_id
        where payout.state = 'sending' and short_since is not null and crew.market_id = ${scope.marketId}
      ) as delayed_payouts`.execute(db)
  const { declined_cents: declinedCents, delayed_payouts: delayedPayouts } = rows[0]!
  return { declinedCents, delayedPayouts }
}

/** False for operators, who cannot be frozen, and for whoever is of another market. */
type FrozenPerson = {
  readonly id: UserId
  readonly name: string
  readonly email: string
  readonly locale: Language
  readonly time_zone: string
}

/** Undefined where there is nobody of the market to freeze. */
export async function setFrozen(
  db: Db,
  scope: OperatorScope,
  userId: UserId,
  { until, notes }: { readonly until: Instant | null; readonly notes: string | null },
): Promise<FrozenPerson | undefined> {
  return db
    .updateTable('users')
    .set({ frozen_until: until === null ? null : toTimestamp(until), frozen_notes: notes })
    .where('id', '=', userId)
    .where('type', '<>', 'Operator')
    .where('market_id', '=', scope.marketId)
    .returning(['id', 'name', 'email', 'locale', 'time_zone'])
    .executeTakeFirst()
}
