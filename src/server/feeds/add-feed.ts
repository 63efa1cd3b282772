import type { PropertyId, StaySourceId } from '#domain/ids.ts'
import { platformOf } from '#domain/stays/feed-event.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { lockProperty } from '../places/lock-property.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { saveSource } from '../stays/source-queries.ts'
import { enqueue } from '../tasks/queue.ts'
import { checkAddress } from './check-address.ts'
import { hashAddress, sealAddress } from './hash-address.ts'
import { countFeeds, hasFeed, insertFeed } from './queries.ts'

const MOST_FEEDS = 12
const SHOWN_LETTERS = 4

/** It is read at once, in the background. Throws Refused with what is wrong with the address. */
export function addFeed(
  app: App,
  scope: CustomerScope,
  { propertyId, address }: { readonly propertyId: PropertyId; readonly address: string },
): Promise<{ sourceId: StaySourceId }> {
  const { config, db, ports } = app
  const read = checkAddress(address, {
    ownOrigin: config.http.origin,
    allowedOrigins: config.fetchAllowed,
  })
  if ('refused' in read) throw new Refused(read.refused, { at: 'address' })
  const externalRef = hashAddress(config, read.url)
  const ending = read.url.replace(/\.ics$/i, '').slice(-SHOWN_LETTERS)
  return inTransaction(db, async (trx) => {
    const now = ports.clock.now()
    await lockProperty(trx, scope, propertyId)
    if (await hasFeed(trx, propertyId, externalRef)) throw new Refused('feed_known', { at: 'address' })
    if ((await countFeeds(trx, propertyId)) >= MOST_FEEDS) throw new Refused('too_many_feeds')
    const platform = platformOf(read.host)
    const sourceId = await saveSource(trx, { propertyId, kind: 'feed', platform, externalRef, now })
    const sealedAddress = sealAddress(config, sourceId, read.url)
    await insertFeed(trx, { sourceId, sealedAddress, host: read.host, ending, now })
    await enqueue(trx, 'read_feed', { sourceId }, { now, dedupeKey: sourceId })
    return { sourceId }
  })
}
