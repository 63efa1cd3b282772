import { cents } from '#domain/money.ts'
import { addMonths, type LocalDate, localDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { listCohortRows, listCohorts } from './cohort-queries.ts'
import { findLastSummed } from './summary-queries.ts'

const MONTHS = 12

/** The cohorts of the last twelve months, each with every month since it began, those without a visit too. */
export async function readCohorts(db: Db, scope: OperatorScope) {
  const last = await findLastSummed(db, scope.marketId)
  if (last === null) return { cohorts: [] }
  const lastMonth = monthOf(last)
  const rows = await listCohorts(db, scope, addMonths(lastMonth, 1 - MONTHS))
  const found = new Map(rows.map((row) => [`${row.joined} ${row.month}`, row]))
  return {
    cohorts: [...new Set(rows.map(({ joined }) => joined))].map((joined) => ({
      joined,
      customers: found.get(`${joined} ${joined}`)?.customers ?? 0,
      months: monthsBetween(joined, lastMonth).map((month) => {
        const row = found.get(`${joined} ${month}`)
        return { month, customers: row?.customers ?? 0, revenueCents: row?.revenue_cents ?? cents(0) }
      }),
    })),
  }
}

type AskedRows = {
  readonly joined: LocalDate
  readonly month: LocalDate
  readonly cursor?: string | undefined
}

/** Up to the last day that was summed up. Throws `bad_input` for days that begin no month. */
export async function readCohortRows(db: Db, scope: OperatorScope, asked: AskedRows, limit: number) {
  for (const field of ['joined', 'month'] as const)
    if (asked[field] !== monthOf(asked[field])) throw new Refused('bad_input', { faults: { [field]: 'day' } })
  const until = await findLastSummed(db, scope.marketId)
  if (until === null) return { rows: [], nextCursor: null }
  const { rows, nextCursor } = await listCohortRows(db, scope, {
    joined: asked.joined,
    month: asked.month,
    until,
    limit,
    cursor: asked.cursor,
  })
  return {
    rows: rows.map((row) => ({
      personId: row.id,
      personName: row.name,
      firstOn: row.first_on,
      visits: row.visits,
      revenueCents: row.revenue_cents,
    })),
    nextCursor,
  }
}

function monthsBetween(first: LocalDate, last: LocalDate): LocalDate[] {
  const months: LocalDate[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}

function monthOf(date: LocalDate): LocalDate {
  return localDate(`${date.slice(0, 7)}-01`)
}
