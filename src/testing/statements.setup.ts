/** Where a run keeps its statements for another PostgreSQL (`statements.ts`), each file leaves those that are new. */
import { afterAll } from 'vitest'
import { leaveStatements, watchStatements } from './statements.ts'

const folder = process.env['TEST_STATEMENTS']
if (folder !== undefined) {
  watchStatements()
  afterAll(() => leaveStatements(folder))
}
