/** What counts as what: sums of days and the rows behind them read it here, so that they add up. */
import { sql } from 'kysely'

/** After so many days without a visit that was done a customer is lost. */
export const LOST_AFTER_DAYS = 28

export const IS_DUE = sql<boolean>`visit.state not in ('cancelled', 'skipped')`
export const IS_FILLED = sql<boolean>`visit.crew_id is not null`
export const IS_DONE = sql<boolean>`visit.state = 'completed'`
export const IS_LATE = sql<boolean>`(visit.state = 'completed' and visit.completed_at > visit.ends_at)`
export const IS_MISSED = sql<boolean>`visit.state = 'missed'`

/** Of a visit that was done; what was not done earned nothing yet. */
export const MINUTES_WORKED = sql<number | null>`
  case when visit.state = 'completed' and visit.started_at is not null
    then greatest(0, round(extract(epoch from visit.completed_at - visit.started_at) / 60))::integer end`
export const REVENUE = sql`case when visit.state = 'completed' then visit.price_cents end`
export const CREW_PAY = sql`case when visit.state = 'completed' then visit.crew_pay_cents end`
