/** A city has opened: who waits for an address in it is told once, and forgotten in the same commit. */
import { boxOf, isInArea } from '#domain/markets/area.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import { findMarket } from './queries.ts'
import { marketMails } from './texts.ts'
import { lockWaiting, PEOPLE_AT_ONCE, removeWaiting } from './waitlist-queries.ts'

export async function notifyWaitlist(
  app: App,
  db: Db,
  { marketId, after }: { marketId: string; after: string | null },
): Promise<void> {
  const market = await findMarket(db, marketId)
  // Closed again before its turn came: they wait on.
  if (market === undefined || market.state !== 'open' || market.area === null) return
  const { area, name } = market
  const now = app.ports.clock.now()
  const batch = await lockWaiting(db, boxOf(area), after)
  const there = batch.filter((place) => isInArea(area, place))
  const url = `${app.config.http.origin}/get-started`
  for (const { id, channel, contact, address, locale } of there) {
    const { subject, text, brief } = marketMails[locale].opened({ city: name, address, url })
    const message = { key: `waitlist:${id}`, to: contact, userId: null }
    if (channel === 'mail') await enqueue(db, 'send_mail', { ...message, subject, text }, { now })
    else await enqueue(db, 'send_sms', { ...message, text: brief }, { now })
  }
  await removeWaiting(
    db,
    there.map(({ id }) => id),
  )
  const last = batch.at(-1)
  if (batch.length === PEOPLE_AT_ONCE && last !== undefined)
    await enqueue(db, 'notify_waitlist', { marketId, after: last.id }, { now })
}
