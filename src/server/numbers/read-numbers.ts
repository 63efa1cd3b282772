import { cents } from '#domain/money.ts'
import { addDays, daysBetween } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { type Period, type Sums, sumByDay, sumByService, sumPeriod } from './number-queries.ts'
import { findLastSummed } from './summary-queries.ts'

const MOST_DAYS = 400

export async function readNumbers(db: Db, scope: OperatorScope, period: Period) {
  const before = periodBefore(period)
  return {
    from: period.from,
    to: period.to,
    beforeFrom: before.from,
    beforeTo: before.to,
    summedUntil: await findLastSummed(db, scope.marketId),
    now: numbersOf(await sumPeriod(db, scope, period)),
    before: numbersOf(await sumPeriod(db, scope, before)),
    days: (await sumByDay(db, scope, period)).map((day) => ({ ...numbersOf(day), date: day.date })),
    services: (await sumByService(db, scope, period)).map((service) => ({
      ...numbersOf(service),
      serviceKey: service.service_key,
      nameEn: service.name_en,
      nameEs: service.name_es,
    })),
  }
}

/** The one of the same length; throws as `lengthOf`. */
export function periodBefore(period: Period): Period {
  return { ...period, from: addDays(period.from, -lengthOf(period)), to: addDays(period.from, -1) }
}

/** Throws `bad_input` for a period that ends before it begins, or is longer than a page can show. */
export function lengthOf({ from, to }: Period): number {
  const length = daysBetween(from, to) + 1
  if (length < 1 || length > MOST_DAYS) throw new Refused('bad_input', { faults: { to: 'day' } })
  return length
}

export const NO_SUMS: Sums = {
  visits: 0,
  filled: 0,
  completed: 0,
  on_time: 0,
  missed: 0,
  revenue_cents: cents(0),
  crew_pay_cents: cents(0),
  crew_minutes: 0,
  refund_cents: cents(0),
  sponsor_cents: cents(0),
  new_customers: 0,
  lost_customers: 0,
}

/** Shares in basis points; null where there is nothing to divide by. */
export function numbersOf(sums: Sums) {
  const { revenue_cents: revenue, crew_pay_cents: pay, crew_minutes: minutes } = sums
  return {
    revenueCents: revenue,
    crewPayCents: pay,
    takeRate: shareOf(revenue - pay, revenue),
    visits: sums.visits,
    completed: sums.completed,
    fillRate: shareOf(sums.filled, sums.visits),
    onTimeRate: shareOf(sums.on_time, sums.completed),
    missed: sums.missed,
    refundCents: sums.refund_cents,
    sponsorCents: sums.sponsor_cents,
    crewMinutes: minutes,
    payPerHourCents: minutes === 0 ? null : cents(Math.round((pay * 60) / minutes)),
    newCustomers: sums.new_customers,
    lostCustomers: sums.lost_customers,
  }
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 10_000) / whole)
}
