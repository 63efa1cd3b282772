/** What is to be seen in the database only. */
import type { Seen } from '#contract/going-live.ts'
import { DAY_MS, formatInstant, type Instant, instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { reasonOf } from './check-address.ts'
import { readRecords } from './record-queries.ts'
import type { Topic } from './texts.ts'

type RecordTopic = Extract<Topic, 'webhooks' | 'texts' | 'backup' | 'secondPerson' | 'demo'>
type Records = Readonly<Record<RecordTopic, Seen>>

const NEWS_WITHIN_DAYS = 7

export const UNREAD = unread('')

/** A database that was not migrated yet is not read. */
export async function checkRecords(db: Db, now: Instant): Promise<Records> {
  try {
    const found = await readRecords(db)
    const isSince = (at: Instant | null, days: number) => at !== null && at > instant(now - days * DAY_MS)
    const when = (at: Instant | null) => (at === null ? '' : formatInstant(at))
    return {
      webhooks: seen(isSince(found.newsAt, NEWS_WITHIN_DAYS), when(found.newsAt)),
      texts: seen(found.samples.length === 0, found.samples.join(', ')),
      backup: seen(isSince(found.backupAt, 1), when(found.backupAt)),
      secondPerson: seen(found.operators >= 2, ''),
      demo: seen(!found.hasDemo, ''),
    }
  } catch (error) {
    return unread(reasonOf(error))
  }
}

function seen(isThere: boolean, detail: string): Seen {
  return { state: isThere ? 'ok' : 'missing', detail }
}

function unread(detail: string): Records {
  const each: Seen = { state: 'unchecked', detail }
  return { webhooks: each, texts: each, backup: each, secondPerson: each, demo: each }
}
