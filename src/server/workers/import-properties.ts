import { readAccount, startReadings } from '../hospitable/read-accounts.ts'
import { runImportBatch } from '../imports/import-batch.ts'
import type { Task } from '../tasks/task.ts'

/** One batch a task; each puts the next into the queue together with what it wrote. */
export const importProperties: Task<'import_properties'> = {
  kind: 'import_properties',
  tries: 8,
  outside: (app, payload) => runImportBatch(app, payload),
}

export const startHospitableTask: Task<'start_hospitable'> = {
  kind: 'start_hospitable',
  tries: 3,
  outside: (app, { marketId }) => startReadings(app, marketId),
}

export const readHospitableTask: Task<'read_hospitable'> = {
  kind: 'read_hospitable',
  tries: 5,
  outside: (app, { accountId, until }) => readAccount(app, accountId, until),
}
