import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

export type Period = {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly serviceKey?: string | undefined
}

export type Sums = {
  readonly visits: number
  readonly filled: number
  readonly completed: number
  readonly on_time: number
  readonly missed: number
  readonly revenue_cents: Cents
  readonly crew_pay_cents: Cents
  readonly crew_minutes: number
  readonly refund_cents: Cents
  readonly sponsor_cents: Cents
  readonly new_customers: number
  readonly lost_customers: number
}

export const SUMS = sql`
  coalesce(sum(visits), 0)::integer as visits, coalesce(sum(filled), 0)::integer as filled,
  coalesce(sum(completed), 0)::integer as completed, coalesce(sum(on_time), 0)::integer as on_time,
  coalesce(sum(missed), 0)::integer as missed, coalesce(sum(revenue_cents), 0)::bigint as revenue_cents,
  coalesce(sum(crew_pay_cents), 0)::bigint as crew_pay_cents, coalesce(sum(crew_minutes), 0)::integer as crew_minutes,
  coalesce(sum(refund_cents), 0)::bigint as refund_cents, coalesce(sum(sponsor_cents), 0)::bigint as sponsor_cents,
  coalesce(sum(new_customers), 0)::integer as new_customers, coalesce(sum(lost_customers), 0)::integer as lost_customers`

export async function sumPeriod(db: Db, scope: OperatorScope, period: Period): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${SUMS} from daily_number where ${within(scope, period)}`.execute(
    db,
  )
  return rows[0]!
}

export async function sumByDay(db: Db, scope: OperatorScope, period: Period) {
  const { rows } = await sql<Sums & { date: LocalDate }>`
    select date, ${SUMS} from daily_number where ${within(scope, period)} group by date order by date
  `.execute(db)
  return rows
}

export async function sumByService(db: Db, scope: OperatorScope, period: Period) {
  const { rows } = await sql<Sums & { service_key: string; name_en: string; name_es: string }>`
    select service_key, service.name_en, service.name_es, ${SUMS}
    from daily_number join service on service.key = daily_number.service_key
    where ${within(scope, period)} group by service_key, service.name_en, service.name_es order by revenue_cents desc
  `.execute(db)
  return rows
}

export async function listDaysByService(db: Db, scope: OperatorScope, period: Period) {
  const { rows } = await sql<Sums & { date: LocalDate; service_key: string }>`
    select * from daily_number where ${within(scope, period)} order by date, service_key
  `.execute(db)
  return rows
}

function within({ marketId }: OperatorScope, { from, to, serviceKey }: Period) {
  const ofService = serviceKey === undefined ? sql`` : sql`and service_key = ${serviceKey}`
  return sql`market_id = ${marketId} and date between ${from} and ${to} ${ofService}`
}
