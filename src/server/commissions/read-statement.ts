import { cents } from '#domain/money.ts'
import { addDays, addMonths, instantAt, localDate, localTime } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { UserScope } from '../scope.ts'
import { balanceAt, listMovements } from './statement-queries.ts'

/** One month of the books on the reader's clock: what was there, what came and went, what is left. */
export async function readCommissionStatement(db: Db, scope: UserScope, month: string) {
  const from = localDate(`${month}-01`)
  const next = addMonths(from, 1)
  const at = (date: typeof from) => instantAt(date, localTime('00:00'), scope.timeZone)
  return {
    month,
    from,
    until: addDays(next, -1),
    openingCents: cents(await balanceAt(db, scope, at(from))),
    closingCents: cents(await balanceAt(db, scope, at(next))),
    lines: await listMovements(db, scope, at(from), at(next)),
  }
}
