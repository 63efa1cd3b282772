/** Customers hear of a price that decides their weekly jobs, a page of them at a time; nobody whose week costs the same. */
import { type PriceId, type PropertyGroupId, type PropertyId, toId, type UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { type Price, weeklyTotal } from '#domain/pricing/price.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { type Notice, notifyAll } from '../notices/notify.ts'
import { enqueue } from '../tasks/queue.ts'
import { findPrice } from './price-queries.ts'
import { priceDeskTexts } from './texts.ts'
import { touchedCustomers } from './touched-queries.ts'

type Amounts = Pick<Price, 'baseCents' | 'unitCents' | 'minimumCents'>

export async function notifyOfPrice(
  app: App,
  db: Db,
  work: {
    priceId: PriceId
    before: Amounts | null
    after?: Amounts | null | undefined
    afterCustomerId: UserId | null
  },
): Promise<void> {
  const now = app.ports.clock.now()
  const price = await findPrice(db, work.priceId)
  const from = price.from_day ?? dateAt(price.in_force_from, price.zone)
  const { people, isLast } = await touchedCustomers(
    db,
    {
      serviceKey: price.service_key,
      marketId: price.market_id,
      groupId: price.scope === 'group' ? toId<PropertyGroupId>(price.scope_id!) : null,
      propertyId: price.scope === 'property' ? toId<PropertyId>(price.scope_id!) : null,
      from,
      at: price.in_force_from,
    },
    work.afterCustomerId,
  )
  const after = work.after ?? {
    baseCents: price.base_cents,
    unitCents: price.unit_cents,
    minimumCents: price.minimum_cents,
  }
  const notices = people.flatMap(({ customerId, alike }): Notice[] => {
    const [perWeekBefore, perWeekAfter] = [weeklyTotal(work.before, alike), weeklyTotal(after, alike)]
    if (perWeekBefore === perWeekAfter) return []
    return [
      {
        to: customerId,
        event: 'job_changed',
        key: `price:${work.priceId}`,
        texts: inEachLanguage((language) =>
          priceDeskTexts[language].changed({
            service: { en: price.name_en, es: price.name_es }[language],
            from,
            perWeekBefore,
            perWeekAfter,
          }),
        ),
        url: '/jobs?tab=weekly',
        now,
      },
    ]
  })
  await notifyAll(db, notices)
  const last = people.at(-1)
  if (!isLast && last !== undefined)
    await enqueue(db, 'notify_of_price', { ...work, afterCustomerId: last.customerId }, { now })
}
