/** The exact price of an order: distinct prices once, every place in the totals. */
import type { PropertyId, WeeklyJobId } from '#domain/ids.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import { customerTotalOf, type LineItem } from '#domain/pricing/lines.ts'
import type { SettingsTimeline } from '#domain/settings/book.ts'
import { addDays, type LocalDate, type Weekday, weekdayOf } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsTimeline } from '../settings/settings-at.ts'
import {
  type CheckedItem,
  checkOrder,
  DUPLICATES_SHOWN,
  type Duplicate,
  findDuplicates,
  type OrderedProperty,
  type OrderItem,
} from './order.ts'
import { couponCreditLeft, hasCard, type PriceBook, readPriceBook } from './queries.ts'
import { linesOfVisit } from './visit-lines.ts'

type QuoteInput = {
  readonly items: readonly OrderItem[]
  readonly startsOn: LocalDate
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
  const checked = await checkOrder(db, scope, { ...input, now })
  const duplicates = await duplicatesOf(db, scope, checked, input)
  const wanted = input.skipDuplicates ? withoutDuplicates(checked, duplicates) : checked
  const settings = await settingsTimeline(db, scope.marketId)
  const places = wanted.flatMap(({ properties }) => properties)
  const book = await readPriceBook(db, {
    propertyIds: places.map((place) => place.id),
    groupIds: places.map((place) => place.group_id),
  })
  const { prices, properties } = priceOrder(wanted, book, input.startsOn, settings)
  const perWeekCents = addCents(...prices.map((price) => cents(price.perWeekCents * price.propertyCount)))
  const credit = await couponCreditLeft(db, scope.userId, now)
  return {
    prices,
    properties: properties.slice(0, PROPERTIES_SHOWN),
    propertyCount: properties.length,
    visitsPerWeek: prices.reduce((sum, price) => sum + price.visits.length * price.propertyCount, 0),
    perWeekCents,
    couponCreditLeftCents: credit,
    firstWeekCents: cents(Math.max(0, perWeekCents - credit)),
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
  { startsOn, insteadOf }: QuoteInput,
): Promise<Duplicate[][]> {
  const when = { startsOn, endsOn: null, ...(insteadOf === undefined ? {} : { insteadOf }) }
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

function priceOrder(
  checked: readonly CheckedItem[],
  book: PriceBook,
  startsOn: LocalDate,
  settings: SettingsTimeline,
): { prices: QuotedPrice[]; properties: QuotedProperty[] } {
  const prices = new Map<string, { index: number; price: QuotedPrice }>()
  const properties = new Map<string, QuotedProperty>()
  for (const [itemIndex, { item, properties: places }] of checked.entries()) {
    for (const place of places) {
      const key = `${itemIndex}|${priceKey(book, item, place, startsOn)}`
      let known = prices.get(key)
      if (known === undefined) {
        known = { index: prices.size, price: priceItem(book, item, itemIndex, place, startsOn, settings) }
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
function priceKey(book: PriceBook, item: OrderItem, place: OrderedProperty, startsOn: LocalDate): string {
  return item.weekdays
    .map((weekday) => {
      const price = book.pick(pricedAt(item, place, firstOn(startsOn, weekday)))
      if (price === null) throw new Refused('no_price')
      return `${price.baseCents},${price.unitCents},${price.minimumCents}`
    })
    .join()
}

function priceItem(
  book: PriceBook,
  item: OrderItem,
  itemIndex: number,
  place: OrderedProperty,
  startsOn: LocalDate,
  settings: SettingsTimeline,
): QuotedPrice {
  const visits = [...item.weekdays]
    .sort((a, b) => a - b)
    .map((weekday) => {
      const lines = linesOfVisit(book, pricedAt(item, place, firstOn(startsOn, weekday)), settings)
      if (lines === null) throw new Refused('no_price')
      return { weekday, lines, priceCents: customerTotalOf(lines) }
    })
  return {
    itemIndex,
    serviceKey: item.serviceKey,
    quantity: item.quantity,
    propertyCount: 0,
    visits,
    perWeekCents: addCents(...visits.map((visit) => visit.priceCents)),
  }
}

function pricedAt(item: OrderItem, place: OrderedProperty, date: LocalDate) {
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
