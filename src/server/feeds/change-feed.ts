/** What the owner does with a feed: reads it now, lets it rest, takes it away, says that what is missing is cancelled. */
import type { StaySourceId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { endSource } from '../stays/end-source.ts'
import { enqueue } from '../tasks/queue.ts'
import { findOwnFeed, markPaused, updateFeed } from './queries.ts'
import { confirmMissing } from './read-feed.ts'

async function ownFeed(db: Db, scope: CustomerScope, sourceId: StaySourceId) {
  const feed = await findOwnFeed(db, scope, sourceId)
  if (feed === undefined) throw new Refused('not_found')
  return feed
}

export async function pullFeed(app: App, scope: CustomerScope, sourceId: StaySourceId): Promise<void> {
  await ownFeed(app.db, scope, sourceId)
  await enqueue(app.db, 'read_feed', { sourceId }, { now: app.ports.clock.now(), dedupeKey: sourceId })
}

/** What it told of stays as it was, until it is read again. */
export function pauseFeed(
  app: App,
  scope: CustomerScope,
  { sourceId, isPaused }: { readonly sourceId: StaySourceId; readonly isPaused: boolean },
): Promise<void> {
  return inTransaction(app.db, async (trx) => {
    const feed = await ownFeed(trx, scope, sourceId)
    if ((feed.paused_at !== null) === isPaused) return
    const now = app.ports.clock.now()
    await markPaused(trx, sourceId, isPaused ? now : null)
    await updateFeed(trx, sourceId, {
      next_read_at: isPaused ? null : toTimestamp(now),
      ...(isPaused ? { silent_since: null } : {}),
    })
    if (!isPaused) await enqueue(trx, 'read_feed', { sourceId }, { now, dedupeKey: sourceId })
  })
}

export function removeFeed(
  app: App,
  scope: CustomerScope,
  { sourceId, keepsStays }: { readonly sourceId: StaySourceId; readonly keepsStays: boolean },
): Promise<void> {
  return inTransaction(app.db, async (trx) => {
    await ownFeed(trx, scope, sourceId)
    await endSource(app, trx, { sourceId, keepsStays })
    await updateFeed(trx, sourceId, { next_read_at: null, silent_since: null })
  })
}

/** It is read once more for it: what is there again is not cancelled. */
export async function confirmCancelled(
  app: App,
  scope: CustomerScope,
  sourceId: StaySourceId,
): Promise<void> {
  await ownFeed(app.db, scope, sourceId)
  await confirmMissing(app, app.db, sourceId)
}
