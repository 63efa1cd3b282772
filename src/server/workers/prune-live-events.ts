/** What time does away with: events that everybody has read, people who left, files of one's own data, where crews were, stays. */
import { closeAccounts } from '../leaving/close-accounts.ts'
import { recordDays } from '../numbers/record-days.ts'
import { exportData } from '../own-data/export-data.ts'
import { removeExpired } from '../own-data/queries.ts'
import { mostOfAll } from '../settings/read-settings.ts'
import { pruneStays } from '../stays/prune-stays.ts'
import type { Task } from '../tasks/task.ts'
import { pruneWhereabouts } from '../whereabouts/prune-whereabouts.ts'
import { deleteLiveEvents } from './queries.ts'
import { writeYearFile } from '../year-files/write-year-file.ts'

/** However much happens in a day: about 50 MB. */
const KEPT_ROWS = 200_000
/** Those of a night in which nothing was pruned would not be gone within the time of a statement. */
const EVENTS_AT_ONCE = 5_000

/** Who had not read them reads everything anew. */
export const pruneLiveEvents: Task<'prune_live_events'> = {
  kind: 'prune_live_events',
  tries: 5,
  outside: async ({ ports, db }) => {
    const keptHours = await mostOfAll(db, 'liveEventHoursKept', ports.clock.now())
    const batch = { keptHours, keptRows: KEPT_ROWS, atMost: EVENTS_AT_ONCE }
    while ((await deleteLiveEvents(db, batch)) === EVENTS_AT_ONCE);
  },
}

export const recordDaysTask: Task<'record_days'> = {
  kind: 'record_days',
  tries: 5,
  inTransaction: recordDays,
}

export const forgetWhereaboutsTask: Task<'forget_whereabouts'> = {
  kind: 'forget_whereabouts',
  tries: 5,
  inTransaction: ({ ports }, db, { marketId }) => pruneWhereabouts(db, marketId, ports.clock.now()),
}

export const forgetStaysTask: Task<'forget_stays'> = {
  kind: 'forget_stays',
  tries: 5,
  outside: pruneStays,
}

export const closeAccountsTask: Task<'close_accounts'> = {
  kind: 'close_accounts',
  tries: 8,
  outside: (app, { marketId }) => closeAccounts(app, marketId),
}

export const exportDataTask: Task<'export_data'> = {
  kind: 'export_data',
  tries: 5,
  inTransaction: (app, db, { exportId }) => exportData(app, db, exportId),
}

export const writeYearFileTask: Task<'write_year_file'> = {
  kind: 'write_year_file',
  tries: 5,
  outside: (app, { exportId }) => writeYearFile(app, exportId),
}

export const clearDataExportsTask: Task<'clear_data_exports'> = {
  kind: 'clear_data_exports',
  tries: 3,
  outside: ({ db, ports }) => removeExpired(db, ports.clock.now()),
}
