import type { UserId } from '#domain/ids.ts'
import { applyServicePause } from '../payments/pause-service.ts'
import type { Task } from './task.ts'

export const applyServicePauseTask: Task<'apply_service_pause'> = {
  kind: 'apply_service_pause',
  tries: 20,
  inTransaction: (app, db, { customerId }) => applyServicePause(app, db, customerId as UserId),
}
