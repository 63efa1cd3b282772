/** A customer's visits as a CSV file, read a page at a time while it is sent. */
import { Readable } from 'node:stream'
import type { Language } from '#domain/language.ts'
import { formatCents } from '#domain/money.ts'
import { timeAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { nameIn } from '../db/names.ts'
import { csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { PageMark } from '../page-mark.ts'
import { listServices } from '../prices/queries.ts'
import type { CustomerScope } from '../scope.ts'
import { listVisits, type VisitFilter } from './queries.ts'
import { toCards } from './read-visits.ts'
import { visitTexts } from './texts.ts'

const ROWS_AT_ONCE = 500
/** A portfolio's year; beyond it the filter must be narrower. */
const ROWS_AT_MOST = 100_000

export function exportVisits(
  app: App,
  scope: CustomerScope,
  filter: VisitFilter,
  locale: Language,
): FileReply {
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `visits-${filter.from}-${filter.to}.csv`,
    content: Readable.from(rowsOf(app, scope, filter, locale)),
  }
}

async function* rowsOf(app: App, scope: CustomerScope, filter: VisitFilter, locale: Language) {
  const services = new Map((await listServices(app.db)).map((each) => [each.key, nameIn(locale, each)]))
  yield csvRow(visitTexts[locale].columns)
  let after: PageMark | undefined
  for (let sent = 0; sent < ROWS_AT_MOST; sent += ROWS_AT_ONCE) {
    const page = { sort: 'time', isDescending: false, limit: ROWS_AT_ONCE, after } as const
    const rows = await listVisits(app.db, scope, filter, page)
    const cards = await toCards(app.db, scope.marketId, rows)
    if (cards.length > 0) yield cards.map((card) => csvRow(cellsOf(card, services))).join('')
    const last = rows.at(-1)
    if (rows.length < ROWS_AT_ONCE || last === undefined) return
    after = { value: last.sort_value, id: last.id }
  }
}

type VisitCard = Awaited<ReturnType<typeof toCards>>[number]

function cellsOf(card: VisitCard, services: ReadonlyMap<string, string>): string[] {
  return [
    card.date,
    card.isAnytime ? '' : timeAt(card.startsAt, card.timeZone),
    card.isAnytime ? '' : timeAt(card.endsAt, card.timeZone),
    card.timeZone,
    card.propertyName,
    card.address ?? '',
    services.get(card.serviceKey) ?? card.serviceKey,
    String(card.quantity),
    card.state,
    card.crewFirstName ?? '',
    card.priceCents === null ? '' : formatCents(card.priceCents, { prefix: '' }),
  ]
}
