import { runImportBatch } from '../imports/import-batch.ts'
import type { Task } from '../tasks/task.ts'

/** One batch a task; each puts the next into the queue together with what it wrote. */
export const importProperties: Task<'import_properties'> = {
  kind: 'import_properties',
  tries: 8,
  outside: (app, payload) => runImportBatch(app, payload),
}
