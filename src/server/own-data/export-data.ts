/** A file of everything that is known of a person, written in the background and fetched by its owner alone. */
import type { DataExportId } from '#domain/ids.ts'
import { DAY_MS, dateAt, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import type { UserScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { readPersonalData } from './data-queries.ts'
import { findOwner, hasUnwritten, insertExport, saveContent } from './queries.ts'
import { ownDataMails } from './texts.ts'

/** Asked twice while one is being written it is one. */
export function askForData(app: App, scope: UserScope): Promise<void> {
  return inTransaction(app.db, async (trx) => {
    if (await hasUnwritten(trx, scope.userId)) return
    const now = app.ports.clock.now()
    const exportId = await insertExport(trx, scope.userId, now)
    await enqueue(trx, 'export_data', { exportId }, { now })
  })
}

/** Harmless where it is written already, or its owner is gone. */
export async function exportData(app: App, db: Db, exportId: DataExportId): Promise<void> {
  const owner = await findOwner(db, exportId)
  if (owner === undefined) return
  const now = app.ports.clock.now()
  const { dataExportDays } = await settingsAt(db, owner.market_id, now)
  const expiresAt = instant(now + dataExportDays * DAY_MS)
  const data = { writtenAt: new Date(now).toISOString(), ...(await readPersonalData(db, owner.id)) }
  const content = Buffer.from(JSON.stringify(data, null, 2))
  await saveContent(db, exportId, { content, now, expiresAt })
  const { subject, text } = ownDataMails[owner.locale].ready(owner.name, {
    url: `${app.config.http.origin}/account`,
    until: dateAt(expiresAt, owner.time_zone),
  })
  const key = `data_export:${exportId}`
  await enqueue(db, 'send_mail', { key, to: owner.email, subject, text, userId: owner.id }, { now })
}
