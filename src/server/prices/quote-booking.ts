/** The exact price of a weekly booking: distinct prices once, every place in the totals. */
import type { PropertyId, WeeklyJobId } from '#domain/ids.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import { givenForAll } from '#domain/pricing/coupons.ts'
import { customerTotalOf, type LineItem, priceOf } from '#domain/pricing/lines.ts'
import { aboutAMonth, aboutAWeek } from '#domain/schedule/rhythm-amounts.ts'
import { firstDate } from '#domain/schedule/rhythm-dates.ts'
import type { SettingsTimeline } from '#domain/settings/book.ts'
import { addDays, type LocalDate, type Weekday, weekdayOf } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findGift } from '../coupons/find-gift.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import {
  type BookedProperty,
  type BookingItem,
  type CheckedItem,
  type Duplicate,
  findDuplicates,
  ruleOfItem,
} from './booking-queries.ts'
import { checkBooking, DUPLICATES_SHOWN } from './check-booking.ts'
import { linesOfVisit } from './price-visits.ts'
import { hasCard, type RateCard, readRateCard } from './queries.ts'

type QuoteInput = {
  readonly items: readonly BookingItem[]
  readonly startsOn: LocalDate
  readonly endsOn: LocalDate | null
  readonly insteadOf?: WeeklyJobId | undefined
  readonly skipDuplicates: boolean
}

type QuotedVisit = { weekday: Weekday; lines: LineItem[]; priceCents: Cents }
type QuotedPrice = {
  itemIndex: number
  serviceKey: string
  quantity: number
  propertyCount: number
  visits: QuotedVisit[]
  perWeekCents: Cents
  perMonthCents: Cents
}
type QuotedProperty = {
  propertyId: PropertyId
  propertyName: string
  perWeekCents: Cents
  priceIndexes: number[]
}

const PROPERTIES_SHOWN = 200

export async function quote(app: App, scope: CustomerScope, input: QuoteInput) {
  const { db } = app
  const now = app.ports.clock.now()
  const checked = await checkBooking(db, scope, { ...input, now })
  const duplicates = await duplicatesOf(db, scope, checked, input)
  const wanted = input.skipDuplicates ? withoutDuplicates(checked, duplicates) : checked
  const settings = await settingsTimeline(db, scope.marketId)
  const places = wanted.flatMap(({ properties }) => properties)
  const rateCard = await readRateCard(db, {
    propertyIds: places.map((place) => place.id),
    groupIds: places.map((place) => place.group_id),
  })
  const { prices, properties } = priceBooking(wanted, rateCard, input.startsOn, settings)
  const totalOf = (amountOf: (price: QuotedPrice) => Cents) =>
    addCents(...prices.map((price) => cents(amountOf(price) * price.propertyCount)))
  const firstWeek = totalOf((price) => firstWeekOf(price, input))
  const gift = await findGift(db, scope.userId, now)
  const off = givenForAll(
    gift,
    prices.flatMap((price) => firstWorks(price, input)),
  )
  return {
    prices,
    properties: properties.slice(0, PROPERTIES_SHOWN),
    propertyCount: properties.length,
    visitsPerWeek: prices.reduce((sum, price) => sum + price.visits.length * price.propertyCount, 0),
    perWeekCents: totalOf((price) => price.perWeekCents),
    perMonthCents: totalOf((price) => price.perMonthCents),
    couponCreditLeftCents: gift !== null && gift.shareBasisPoints === null ? gift.leftCents : off,
    firstWeekCents: cents(Math.max(0, firstWeek - off)),
    hasCard: await hasCard(db, scope),
    duplicates: duplicates.flat().slice(0, DUPLICATES_SHOWN),
    duplicateCount: duplicates.flat().length,
  }
}

/** By item. */
function duplicatesOf(
  db: Db,
  scope: CustomerScope,
  checked: readonly CheckedItem[],
  { startsOn, endsOn, insteadOf }: QuoteInput,
): Promise<Duplicate[][]> {
  const when = { startsOn, endsOn, ...(insteadOf === undefined ? {} : { insteadOf }) }
  return Promise.all(checked.map((each) => findDuplicates(db, scope, each, when)))
}

function withoutDuplicates(
  checked: readonly CheckedItem[],
  duplicates: readonly Duplicate[][],
): CheckedItem[] {
  return checked.map(({ item, properties }, index) => {
    const taken = new Set(duplicates[index]!.map((duplicate) => duplicate.propertyId))
    return { item, properties: properties.filter((property) => !taken.has(property.id)) }
  })
}

function priceBooking(
  checked: readonly CheckedItem[],
  rateCard: RateCard,
  startsOn: LocalDate,
  settings: SettingsTimeline,
): { prices: QuotedPrice[]; properties: QuotedProperty[] } {
  const prices = new Map<string, { index: number; price: QuotedPrice }>()
  const properties = new Map<string, QuotedProperty>()
  for (const [itemIndex, { item, properties: places }] of checked.entries()) {
    for (const place of places) {
      const key = `${itemIndex}|${priceKey(rateCard, item, place, startsOn)}`
      let known = prices.get(key)
      if (known === undefined) {
        known = { index: prices.size, price: priceItem(rateCard, item, itemIndex, place, startsOn, settings) }
        prices.set(key, known)
      }
      known.price.propertyCount += 1
      const property: QuotedProperty = properties.get(place.id) ?? {
        propertyId: place.id,
        propertyName: place.name,
        perWeekCents: ZERO_CENTS,
        priceIndexes: [],
      }
      property.perWeekCents = addCents(property.perWeekCents, known.price.perWeekCents)
      property.priceIndexes.push(known.index)
      properties.set(place.id, property)
    }
  }
  return { prices: [...prices.values()].map(({ price }) => price), properties: [...properties.values()] }
}

/** Places under the same price in every weekday's first week are quoted once. */
function priceKey(rateCard: RateCard, item: BookingItem, place: BookedProperty, startsOn: LocalDate): string {
  return item.weekdays
    .map((weekday) => {
      const price = rateCard.pick(pricedAt(item, place, firstOn(startsOn, weekday)))
      if (price === null) throw new Refused('no_price')
      return `${price.baseCents},${price.unitCents},${price.minimumCents}`
    })
    .join()
}

function priceItem(
  rateCard: RateCard,
  item: BookingItem,
  itemIndex: number,
  place: BookedProperty,
  startsOn: LocalDate,
  settings: SettingsTimeline,
): QuotedPrice {
  const visits = [...item.weekdays]
    .sort((a, b) => a - b)
    .map((weekday) => {
      const lines = linesOfVisit(rateCard, pricedAt(item, place, firstOn(startsOn, weekday)), settings)
      if (lines === null) throw new Refused('no_price')
      return { weekday, lines, priceCents: customerTotalOf(lines) }
    })
  const { rhythm } = ruleOfItem(item, startsOn, null)
  const amounts = visits.map((visit) => visit.priceCents)
  return {
    itemIndex,
    serviceKey: item.serviceKey,
    quantity: item.quantity,
    propertyCount: 0,
    visits,
    perWeekCents: aboutAWeek(rhythm, amounts),
    perMonthCents: aboutAMonth(rhythm, amounts),
  }
}

/** Of a whole week in which it comes; of monthly work its first visit. */
function firstVisits({ itemIndex, visits }: QuotedPrice, { items, startsOn, endsOn }: QuoteInput) {
  const rule = ruleOfItem(items[itemIndex]!, startsOn, endsOn)
  if (rule.rhythm.kind === 'weeks') return visits
  const first = firstDate(rule)
  return visits.filter((visit) => first !== null && visit.weekday === weekdayOf(first)).slice(0, 1)
}

function firstWeekOf(price: QuotedPrice, input: QuoteInput): Cents {
  return addCents(ZERO_CENTS, ...firstVisits(price, input).map((visit) => visit.priceCents))
}

/** What a coupon takes something off. */
function firstWorks(price: QuotedPrice, input: QuoteInput) {
  return firstVisits(price, input).map(({ lines }) => ({
    serviceKey: price.serviceKey,
    priceCents: priceOf(lines),
    count: price.propertyCount,
  }))
}

function pricedAt(item: BookingItem, place: BookedProperty, date: LocalDate) {
  return {
    propertyId: place.id,
    groupId: place.group_id,
    zone: place.time_zone,
    serviceKey: item.serviceKey,
    quantity: item.quantity,
    date,
  }
}

function firstOn(from: LocalDate, weekday: Weekday): LocalDate {
  return addDays(from, (weekday - weekdayOf(from) + 7) % 7)
}
