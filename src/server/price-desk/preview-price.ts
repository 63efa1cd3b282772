/** What a price would do from its day on, or its end: the jobs it decides, and what they bring a week before and after. */
import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { weeklyTotal } from '#domain/pricing/price.ts'
import { addDays, dateAt, type Instant, instantAt, type LocalDate, localTime } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { readRateCard } from '../prices/queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { type Amounts, findScope, findService, hasOwnPrice } from './price-queries.ts'
import { priceDeskTexts } from './texts.ts'
import { type Reach, touchedJobs } from './touched-queries.ts'

export type WantedEnd = {
  readonly serviceKey: string
  readonly isOfMarket: boolean
  readonly groupId: PropertyGroupId | null
  readonly propertyId: PropertyId | null
  readonly from: LocalDate
}
export type WantedPrice = WantedEnd & Amounts

export type PriceEffect = {
  readonly before: Amounts | null
  readonly after: Amounts | null
  readonly reach: Reach
}

export async function previewPrice(app: App, scope: OperatorScope, wanted: WantedPrice) {
  return describe(app.db, await checkPrice(app.db, scope, wanted, app.ports.clock.now()))
}

export async function previewPriceEnd(app: App, scope: OperatorScope, wanted: WantedEnd) {
  return describe(app.db, await checkEnd(app.db, scope, wanted, app.ports.clock.now()))
}

async function describe(db: Db, { before, after, reach }: PriceEffect) {
  const { alike, customers } = await touchedJobs(db, reach)
  return {
    before,
    after,
    jobs: alike.reduce((total, { jobs }) => total + jobs, 0),
    customers,
    visitsPerWeek: alike.reduce((total, { jobs, visitsPerWeek }) => total + jobs * visitsPerWeek, 0),
    perWeekBeforeCents: weeklyTotal(before, alike),
    perWeekAfterCents: weeklyTotal(after, alike),
  }
}

/** Throws `bad_input` with the field that is wrong. */
export async function checkPrice(
  db: Db,
  scope: OperatorScope,
  wanted: WantedPrice,
  now: Instant,
): Promise<PriceEffect> {
  const { reach, before } = await checkScope(db, scope, wanted, now)
  if (wanted.baseCents + wanted.unitCents + wanted.minimumCents === 0)
    throw wrong('baseCents', priceDeskTexts[scope.locale].nothing)
  return { before, after: amountsOf(wanted), reach }
}

/** Throws `bad_input` also where the scope has nothing of its own to end. */
export async function checkEnd(
  db: Db,
  scope: OperatorScope,
  wanted: WantedEnd,
  now: Instant,
): Promise<PriceEffect> {
  const texts = priceDeskTexts[scope.locale]
  const { reach, before, wider } = await checkScope(db, scope, wanted, now)
  if (reach.marketId === null && reach.groupId === null && reach.propertyId === null)
    throw wrong('isOfMarket', texts.everybodysStays)
  if (!(await hasOwnPrice(db, reach))) throw wrong('from', texts.nothingToEnd)
  if (wider === null) throw wrong('from', texts.nothingWider)
  return { before, after: wider, reach }
}

/** What holds there until the day, and what would without a price of its own. */
async function checkScope(db: Db, scope: OperatorScope, wanted: WantedEnd, now: Instant) {
  const texts = priceDeskTexts[scope.locale]
  const { serviceKey, isOfMarket, groupId, propertyId, from } = wanted
  if ((await findService(db, serviceKey)) === undefined) throw wrong('serviceKey', texts.noService)
  if ([isOfMarket, groupId !== null, propertyId !== null].filter(Boolean).length > 1)
    throw wrong(propertyId === null ? 'groupId' : 'propertyId', texts.oneScope)
  const isWide = groupId === null && propertyId === null
  const place = isWide ? null : await findScope(db, scope, wanted)
  if (place === undefined) throw wrong(groupId === null ? 'propertyId' : 'groupId', texts.noScope)
  const zone = await marketZone(db, scope)
  const today = dateAt(now, zone)
  if (from <= today) throw wrong('from', texts.fromTomorrow)
  if (from > addDays(today, MOST_DAYS_AHEAD)) throw wrong('from', texts.tooFar)
  // As lists of prices ask by the moment and visits by the day, both begin together: at the market's midnight.
  const at = instantAt(from, localTime('00:00'), zone)
  const marketId = isOfMarket ? scope.marketId : null
  const ownGroup = groupId ?? place?.group_id ?? null
  const groupOfPlace = groupId === null ? ownGroup : null
  const pick = async (reachOf: Reached) => {
    const rateCard = await readRateCard(db, {
      propertyIds: reachOf.propertyId === null ? [] : [reachOf.propertyId],
      groupIds: [reachOf.groupId],
      marketId: reachOf.marketId,
    })
    const held = rateCard.pick({ ...reachOf, serviceKey, zone, date: from })
    return held && amountsOf(held)
  }
  const ofDesk = isWide ? marketId : scope.marketId
  return {
    reach: { serviceKey, marketId, groupId, propertyId, from, at },
    before: await pick({ propertyId, groupId: ownGroup, marketId: ofDesk }),
    wider: await pick({ propertyId: null, groupId: groupOfPlace, marketId: isWide ? null : scope.marketId }),
  }
}

type Reached = {
  readonly propertyId: PropertyId | null
  readonly groupId: PropertyGroupId | null
  readonly marketId: string | null
}

const MOST_DAYS_AHEAD = 730

function amountsOf({ baseCents, unitCents, minimumCents }: Amounts): Amounts {
  return { baseCents: cents(baseCents), unitCents: cents(unitCents), minimumCents: cents(minimumCents) }
}

function wrong(field: keyof WantedPrice, sentence: string): Refused {
  return new Refused('bad_input', { fields: { [field]: sentence } })
}
