/** Every bug that was once planted and survived, with the test that sees it since. */
import type { Bug } from './bug.ts'
import { MONEY_BUGS } from './money.ts'
import { OFFLINE_BUGS } from './offline.ts'
import { ORDER_BUGS } from './orders.ts'
import { OTHER_BUGS } from './rest.ts'
import { WORK_BUGS } from './work.ts'

export const PLANTED_BUGS: Readonly<Record<string, readonly Bug[]>> = {
  Money: MONEY_BUGS,
  'Visits, days and offers': WORK_BUGS,
  'Orders on demand': ORDER_BUGS,
  'Without a connection': OFFLINE_BUGS,
  'Sessions, imports, notices, backups, pages': OTHER_BUGS,
}
