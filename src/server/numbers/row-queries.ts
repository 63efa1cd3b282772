/** The rows that days were summed up from, a page at a time along the index of each kind. */
import { type RawBuilder, sql } from 'kysely'
import type { RowSet } from '#contract/numbers.ts'
import type { PaymentId, PayoutId, UserId, VisitId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { addDays, isLocalDate, type LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { type PageMark, pageOf, readPageMark, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'
import {
  CREW_PAY,
  IS_DONE,
  IS_DUE,
  IS_FILLED,
  IS_LATE,
  IS_MISSED,
  LOST_AFTER_DAYS,
  MINUTES_WORKED,
  REVENUE,
} from './fact-queries.ts'
import type { Period } from './number-queries.ts'

type NumberRow = {
  readonly id: string
  readonly mark: string
  readonly date: LocalDate
  readonly visit_id: VisitId | null
  readonly payment_id: PaymentId | null
  readonly payout_id: PayoutId | null
  readonly person_id: UserId
  readonly person_name: string
  readonly crew_id: UserId | null
  readonly crew_name: string | null
  readonly service_en: string | null
  readonly service_es: string | null
  readonly state: string | null
  readonly amount_cents: Cents | null
  readonly crew_pay_cents: Cents | null
  readonly crew_minutes: number | null
}

type Asked = Period & {
  readonly set: RowSet
  /** In which a day of refunds begins and ends. */
  readonly zone: string
  readonly limit: number
  readonly cursor?: string | undefined
}
type Reader = (scope: OperatorScope, asked: Asked) => RawBuilder<NumberRow>

export async function listNumberRows(db: Db, scope: OperatorScope, asked: Asked) {
  const { rows } = await READERS[asked.set](scope, asked).execute(db)
  return pageOf(rows, asked.limit)
}

const READERS: Readonly<Record<RowSet, Reader>> = {
  visits: visitsThat(sql`true`),
  completed: visitsThat(IS_DONE),
  filled: visitsThat(IS_FILLED),
  late: visitsThat(IS_LATE),
  missed: visitsThat(IS_MISSED),
  refunds: refundRows,
  commissions: commissionRows,
  newCustomers: spanRows('first_on', 0),
  lostCustomers: spanRows('last_on', LOST_AFTER_DAYS),
}

function visitsThat(are: RawBuilder<unknown>): Reader {
  return ({ marketId }, { from, to, serviceKey, limit, cursor }) => {
    const mark = readPageMark(cursor, isLocalDate)
    return sql<NumberRow>`
      select visit.id, visit.date::text as mark, visit.date, visit.id as visit_id, null::uuid as payment_id,
        null::uuid as payout_id, customer.id as person_id, customer.name as person_name, crew.id as crew_id, crew.name as crew_name,
        service.name_en as service_en, service.name_es as service_es, visit.state,
        ${REVENUE} as amount_cents, ${CREW_PAY} as crew_pay_cents, ${MINUTES_WORKED} as crew_minutes
      from visit
      join users customer on customer.id = visit.customer_id
      join service on service.key = visit.service_key
      left join users crew on crew.id = visit.crew_id
      where visit.date between ${from} and ${to} and ${IS_DUE} and customer.market_id = ${marketId} and ${are}
        ${serviceKey === undefined ? sql`` : sql`and visit.service_key = ${serviceKey}`}
        ${mark === undefined ? sql`` : sql`and (visit.date, visit.id) > (${mark.value}::date, ${mark.id}::uuid)`}
      order by visit.date, visit.id limit ${limit + 1}
    `
  }
}

function refundRows({ marketId }: OperatorScope, asked: Asked): RawBuilder<NumberRow> {
  const { serviceKey, zone, limit } = asked
  return sql<NumberRow>`
    select part.id, part.created_at::text as mark, (part.created_at at time zone ${zone})::date as date,
      part.visit_id, coalesce(part.payment_id, refund.payment_id) as payment_id, null::uuid as payout_id, customer.id as person_id,
      customer.name as person_name, crew.id as crew_id, crew.name as crew_name, service.name_en as service_en,
      service.name_es as service_es, null::text as state, part.amount_cents, null::bigint as crew_pay_cents,
      null::integer as crew_minutes
    from refund_part part
    left join refund on refund.id = part.refund_id
    left join visit on visit.id = part.visit_id
    left join payment on payment.id = part.payment_id
    join users customer on customer.id = coalesce(visit.customer_id, payment.customer_id)
    left join users crew on crew.id = part.crew_id
    left join service on service.key = visit.service_key
    where ${timesOf(sql`part.created_at`, sql`part.id`, asked)} and part.undone_at is null
      and customer.market_id = ${marketId}
      ${serviceKey === undefined ? sql`` : sql`and visit.service_key = ${serviceKey}`}
    order by part.created_at, part.id limit ${limit + 1}
  `
}

/** A commission belongs to no service: of one service there are none. */
function commissionRows({ marketId }: OperatorScope, asked: Asked): RawBuilder<NumberRow> {
  const { serviceKey, zone, limit } = asked
  return sql<NumberRow>`
    select commission.id, commission.earned_at::text as mark,
      (commission.earned_at at time zone ${zone})::date as date, null::uuid as visit_id, commission.payment_id,
      commission.payout_id, sponsor.id as person_id, sponsor.name as person_name, null::uuid as crew_id, null::text as crew_name,
      null::text as service_en, null::text as service_es, null::text as state,
      commission.amount_cents - commission.reversed_cents as amount_cents, null::bigint as crew_pay_cents,
      null::integer as crew_minutes
    from commission join users sponsor on sponsor.id = commission.sponsor_id
    where ${timesOf(sql`commission.earned_at`, sql`commission.id`, asked)} and sponsor.market_id = ${marketId}
      and ${serviceKey === undefined}
    order by commission.earned_at, commission.id limit ${limit + 1}
  `
}

/** A customer is new or lost once, whatever was done for it: of one service there are none. */
function spanRows(end: 'first_on' | 'last_on', later: number): Reader {
  const date = sql.ref(`span.${end}`)
  return ({ marketId }, { from, to, serviceKey, limit, cursor }) => {
    const mark = readPageMark(cursor, isLocalDate)
    return sql<NumberRow>`
      select span.customer_id as id, ${date}::text as mark, ${date} + ${later}::integer as date,
        null::uuid as visit_id, null::uuid as payment_id, null::uuid as payout_id, customer.id as person_id, customer.name as person_name,
        null::uuid as crew_id, null::text as crew_name, null::text as service_en, null::text as service_es,
        null::text as state, null::bigint as amount_cents, null::bigint as crew_pay_cents,
        null::integer as crew_minutes
      from customer_span span join users customer on customer.id = span.customer_id
      where span.market_id = ${marketId} and ${date} between ${addDays(from, -later)} and ${addDays(to, -later)}
        and ${serviceKey === undefined}
        ${mark === undefined ? sql`` : sql`and (${date}, span.customer_id) > (${mark.value}::date, ${mark.id}::uuid)`}
      order by ${date}, span.customer_id limit ${limit + 1}
    `
  }
}

function timesOf(at: RawBuilder<unknown>, id: RawBuilder<unknown>, { from, to, zone, cursor }: Asked) {
  const mark: PageMark | undefined = readTimeMark(cursor)
  return sql`${at} >= (${from}::date)::timestamp at time zone ${zone}
    and ${at} < (${to}::date + 1)::timestamp at time zone ${zone}
    ${mark === undefined ? sql`` : sql`and (${at}, ${id}) > (${mark.value}::timestamptz, ${mark.id}::uuid)`}`
}
