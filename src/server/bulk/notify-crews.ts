import type { BulkChangeId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import { countByCrew } from './bulk-queries.ts'
import { bulkTexts } from './texts.ts'

/** One notice a crew, however many of its weekly jobs it is. */
export async function notifyCrews(
  db: Db,
  id: BulkChangeId,
  what: 'applied' | 'undone',
  now: Instant,
): Promise<void> {
  const crews = await countByCrew(db, id, what)
  await notifyAll(
    db,
    crews.map(({ crewId, jobCount }) => ({
      to: crewId,
      event: 'job_changed' as const,
      key: `bulk-${what}:${id}`,
      texts: inEachLanguage((language) => bulkTexts[language][what](jobCount)),
      url: '/jobs-list',
      now,
    })),
  )
}
