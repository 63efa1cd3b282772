/** Access ends, by the owner or by the helper: no call and no stream of the helper finds anything there from then on. */
import type { ShareId, UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope, UserScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { type LivingShare, listAccounts, listShares, lockOwnShare, lockShare, saveEnded } from './queries.ts'
import { sharingTexts } from './texts.ts'

export function endShare(app: App, scope: CustomerScope, id: ShareId): Promise<void> {
  return inTransaction(app.db, async (db) => {
    const share = await lockShare(db, scope.userId, id)
    if (share === undefined) throw new Refused('not_found')
    await saveEnded(db, id, app.ports.clock.now())
    await notifyHelper(app, db, share)
  })
}

export function leaveShare(app: App, { userId }: UserScope, id: ShareId): Promise<void> {
  return inTransaction(app.db, async (db) => {
    const share = await lockOwnShare(db, userId, id)
    if (share === undefined) throw new Refused('not_found')
    await saveEnded(db, id, app.ports.clock.now())
    await notifyOwner(app, db, share)
  })
}

/** Whoever deletes its account shares nothing any more, and looks after nobody's places. */
export async function endSharesOf(app: App, db: Db, userId: UserId): Promise<void> {
  const now = app.ports.clock.now()
  for (const share of await listShares(db, userId)) {
    await saveEnded(db, share.id, now)
    await notifyHelper(app, db, share)
  }
  for (const share of await listAccounts(db, userId)) {
    await saveEnded(db, share.id, now)
    await notifyOwner(app, db, share)
  }
}

async function notifyHelper(app: App, db: Db, share: LivingShare): Promise<void> {
  if (share.helper_id === null || share.helper_email === null) return
  const now = app.ports.clock.now()
  const { subject, text } = sharingTexts[share.locale].ended({
    name: share.name,
    ownerName: share.owner_name,
  })
  const key = `end_share:${share.id}`
  await enqueue(
    db,
    'send_mail',
    { key, to: share.helper_email, subject, text, userId: share.helper_id },
    { now },
  )
}

async function notifyOwner(app: App, db: Db, share: LivingShare): Promise<void> {
  const now = app.ports.clock.now()
  const { subject, text } = sharingTexts[share.owner_locale].left({
    ownerName: share.owner_name,
    name: share.name,
  })
  const key = `leave_share:${share.id}`
  await enqueue(
    db,
    'send_mail',
    { key, to: share.owner_email, subject, text, userId: share.owner_id },
    { now },
  )
}
