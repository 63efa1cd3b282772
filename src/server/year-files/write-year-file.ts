/** The background's part: a year is read in slices, so that no statement is long and nothing else waits. */
import type { DataExportId } from '#domain/ids.ts'
import { DAY_MS, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { paymentsOfYear } from '../billing/write-year.ts'
import { saveContent } from '../own-data/queries.ts'
import { earningsOfYear } from '../papers/write-earnings.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { findUnwritten } from './queries.ts'

const WRITERS = { payments: paymentsOfYear, earnings: earningsOfYear }

/** Harmless where it is written already, or its owner is gone. */
export async function writeYearFile(app: App, exportId: DataExportId): Promise<void> {
  const asked = await findUnwritten(app.db, exportId)
  if (asked === undefined || asked.kind === 'data' || asked.year === null || asked.locale === null) return
  const { user_id: userId, time_zone: timeZone, locale, year } = asked
  const lines: string[] = []
  for await (const line of WRITERS[asked.kind](app.db, { userId, timeZone, locale }, year)) lines.push(line)
  const now = app.ports.clock.now()
  const { dataExportDays } = await settingsAt(app.db, asked.market_id, now)
  const expiresAt = instant(now + dataExportDays * DAY_MS)
  await saveContent(app.db, exportId, { content: Buffer.from(lines.join('')), now, expiresAt })
}
