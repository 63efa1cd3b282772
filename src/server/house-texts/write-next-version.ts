/** The next version of a text; the ones before it stay, for whoever agreed to them. */
import type { HousePage } from '#domain/house-texts/house-pages.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { checkEveryCity } from '../http/role-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findText, insertText } from './queries.ts'

type Edited = {
  readonly page: HousePage
  readonly basedOn: number
  readonly bodyEn: string
  readonly bodyEs: string
  readonly note: string
}

export async function writeNextVersion(app: App, scope: OperatorScope, edited: Edited): Promise<number> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    await checkEveryCity(db, scope, 'catalogue')
    const newest = (await findText(db, edited.page))?.version ?? 0
    // Of two operators the second one sees first what the other one wrote.
    if (newest !== edited.basedOn) throw new Refused('text_changed')
    const version = newest + 1
    await insertText(db, { ...edited, version, publishedBy: scope.userId, now })
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      concerns: 'every market',
      action: 'publish_house_text',
      subject: `${edited.page}:${version}`,
      detail: { note: edited.note },
    })
    return version
  })
}
