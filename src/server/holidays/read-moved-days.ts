/** The days that holidays move, a week ahead: what a customer's home says. */
import { addDays, type LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { readHolidayNames } from '../schedule/holiday-queries.ts'
import type { CustomerScope } from '../scope.ts'
import { listMovedDays } from './queries.ts'

const DAYS_AHEAD = 7

export async function readMovedDays(db: Db, scope: CustomerScope, today: LocalDate) {
  const days = await listMovedDays(db, scope, { from: today, until: addDays(today, DAYS_AHEAD) })
  const names = await readHolidayNames(db, [...new Set(days.map(({ holiday }) => holiday))])
  return days.map(({ holiday, from, to, visitCount }) => ({
    nameEn: names.get(holiday)?.en ?? '',
    nameEs: names.get(holiday)?.es ?? '',
    from,
    to,
    visitCount,
  }))
}
