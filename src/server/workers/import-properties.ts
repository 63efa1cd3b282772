/** What comes in from outside in the background: files of places, and the calendars of platforms, each read by itself. */
import { queueDueFeeds } from '../feeds/queries.ts'
import { readFeed } from '../feeds/read-feed.ts'
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
/** Twice what 2,000 feeds an hour ask for in five minutes; the rest waits for the next round. */
const FEEDS_AT_ONCE = 400

export const readFeedsTask: Task<'read_feeds'> = {
  kind: 'read_feeds',
  tries: 3,
  inTransaction: async ({ ports }, db) => {
    await queueDueFeeds(db, ports.clock.now(), FEEDS_AT_ONCE)
  },
}

export const readFeedTask: Task<'read_feed'> = { kind: 'read_feed', tries: 3, outside: readFeed }
