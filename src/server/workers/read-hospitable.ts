import { readAccount, startReadings } from '../hospitable/read-accounts.ts'
import type { Task } from '../tasks/task.ts'

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
