/** What somebody may do at an owner's places, and where. It holds for whatever is asked next. */
import type { ShareId } from '#domain/ids.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { checkReach } from './check-reach.ts'
import { lockShare, type Reach, saveShare } from './queries.ts'
import { sharingTexts } from './texts.ts'

type Change = { readonly shareId: ShareId; readonly role: ShareRole; readonly reach: Reach }

export function changeShare(app: App, scope: CustomerScope, { shareId, role, reach }: Change): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    const share = await lockShare(db, scope.userId, shareId)
    if (share === undefined) throw new Refused('not_found')
    await checkReach(db, scope, reach)
    await saveShare(db, shareId, { role, reach })
    if (share.helper_id === null || share.helper_email === null) return
    const { subject, text } = sharingTexts[share.locale].changed({
      name: share.name,
      ownerName: scope.name,
      role,
      url: app.config.http.origin,
    })
    const key = `change_share:${shareId}:${now}`
    await enqueue(
      db,
      'send_mail',
      { key, to: share.helper_email, subject, text, userId: share.helper_id },
      { now },
    )
  })
}
