/** What a price would do from its day on: the jobs it decides, and what they bring a week before and after. */
import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Price, weeklyTotal } from '#domain/pricing/price.ts'
import { addDays, dateAt, type Instant, instantAt, type LocalDate, localTime } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { readRateCard } from '../prices/queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findScope, findService, type Reach, touchedJobs } from './price-queries.ts'
import { priceDeskTexts } from './texts.ts'

export type WantedPrice = {
  readonly serviceKey: string
  readonly groupId: PropertyGroupId | null
  readonly propertyId: PropertyId | null
  readonly baseCents: Cents
  readonly unitCents: Cents
  readonly minimumCents: Cents
  readonly from: LocalDate
}

type Amounts = Pick<Price, 'baseCents' | 'unitCents' | 'minimumCents'>
export type PriceEffect = { readonly before: Amounts | null; readonly reach: Reach; readonly at: Instant }

export async function previewPrice(app: App, scope: OperatorScope, wanted: WantedPrice) {
  const { before, reach } = await checkPrice(app.db, scope, wanted, app.ports.clock.now())
  const { alike, customers } = await touchedJobs(app.db, reach)
  return {
    before,
    jobs: alike.reduce((total, { jobs }) => total + jobs, 0),
    customers,
    visitsPerWeek: alike.reduce((total, { jobs, visitsPerWeek }) => total + jobs * visitsPerWeek, 0),
    perWeekBeforeCents: weeklyTotal(before, alike),
    perWeekAfterCents: weeklyTotal(wanted, alike),
  }
}

/** Throws `bad_input` with the field that is wrong. */
export async function checkPrice(
  db: Db,
  scope: OperatorScope,
  wanted: WantedPrice,
  now: Instant,
): Promise<PriceEffect> {
  const texts = priceDeskTexts[scope.locale]
  const { serviceKey, groupId, propertyId, from } = wanted
  if ((await findService(db, serviceKey)) === undefined) throw wrong('serviceKey', texts.noService)
  if (groupId !== null && propertyId !== null) throw wrong('propertyId', texts.oneScope)
  const place = groupId === null && propertyId === null ? null : await findScope(db, scope, wanted)
  if (place === undefined) throw wrong(groupId === null ? 'propertyId' : 'groupId', texts.noScope)
  const zone = await marketZone(db, scope)
  const today = dateAt(now, zone)
  if (from <= today) throw wrong('from', texts.fromTomorrow)
  if (from > addDays(today, MOST_DAYS_AHEAD)) throw wrong('from', texts.tooFar)
  if (wanted.baseCents + wanted.unitCents + wanted.minimumCents === 0) throw wrong('baseCents', texts.nothing)
  // As lists of prices ask by the moment and visits by the day, both begin together: at the market's midnight.
  const at = instantAt(from, localTime('00:00'), zone)
  const rateCard = await readRateCard(db, {
    propertyIds: propertyId === null ? [] : [propertyId],
    groupIds: [groupId, place?.group_id ?? null],
  })
  const before = rateCard.pick({
    serviceKey,
    propertyId,
    groupId: groupId ?? place?.group_id ?? null,
    zone,
    date: from,
  })
  return { before: before && amountsOf(before), reach: { serviceKey, groupId, propertyId, from, at }, at }
}

const MOST_DAYS_AHEAD = 730

function amountsOf({ baseCents, unitCents, minimumCents }: Amounts): Amounts {
  return { baseCents: cents(baseCents), unitCents: cents(unitCents), minimumCents: cents(minimumCents) }
}

function wrong(field: keyof WantedPrice, sentence: string): Refused {
  return new Refused('bad_input', { fields: { [field]: sentence } })
}
