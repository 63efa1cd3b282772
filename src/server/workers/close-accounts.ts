/** What people asked of their account as a whole: forgetting whoever left, writing out one's own data. */
import { closeAccounts } from '../leaving/close-accounts.ts'
import { exportData } from '../own-data/export-data.ts'
import { removeExpired } from '../own-data/queries.ts'
import type { Task } from '../tasks/task.ts'

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

export const clearDataExportsTask: Task<'clear_data_exports'> = {
  kind: 'clear_data_exports',
  tries: 3,
  outside: ({ db, ports }) => removeExpired(db, ports.clock.now()),
}
