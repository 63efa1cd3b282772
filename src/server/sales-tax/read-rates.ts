/** What the market taxes its services by: now, what will hold and what held, as two of its settings say it. */
import { type SettingRow, settingsBook } from '#domain/settings/book.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import { areSameRates } from '#domain/settings/tax-rates.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import { marketZone } from '../market-zone.ts'
import type { OperatorScope } from '../scope.ts'
import { listSettings } from '../settings/queries.ts'
import { namesOf, serviceNames } from './queries.ts'

/** A market changes its rates a few times a year. */
const MOST_CHANGES = 60

export async function readRates(db: Db, scope: OperatorScope, now: Instant) {
  const { marketId } = scope
  const [zone, services, rows] = await Promise.all([
    marketZone(db, { marketId }),
    serviceNames(db),
    listSettings(db),
  ])
  const book = settingsBook(rows)
  const changes = changesOf(book.timeline(marketId)).slice(-MOST_CHANGES).toReversed()
  const writers = changes.map(({ from }) => writerOf(rows, marketId, from))
  const names = await namesOf(db, [...new Set(writers.filter((writer) => writer !== null))])
  return {
    marketId,
    zone,
    today: dateAt(now, zone),
    services: services.map((service) => ({ key: service.key, name: nameIn(scope.locale, service) })),
    ...ratesIn(book.at(marketId, now)),
    changes: changes.map((change, index) => ({
      ...change,
      isComing: change.from > now,
      writtenBy: names.get(writers[index] ?? '') ?? '',
    })),
  }
}

function ratesIn({ salesTaxByService, salesTaxBasisPoints }: BusinessSettings) {
  return { byService: salesTaxByService, otherBasisPoints: salesTaxBasisPoints }
}

/** Each from which other rates hold, oldest first, with what held until then. */
function changesOf(timeline: ReturnType<ReturnType<typeof settingsBook>['timeline']>) {
  return timeline.flatMap(({ from, settings }, index) => {
    const before = timeline[index - 1]
    if (before === undefined) return []
    const [rates, earlier] = [ratesIn(settings), ratesIn(before.settings)]
    const isSame =
      rates.otherBasisPoints === earlier.otherBasisPoints && areSameRates(rates.byService, earlier.byService)
    return isSame ? [] : [{ from, ...rates, before: earlier }]
  })
}

type WrittenRow = SettingRow & { readonly writtenBy: string | null }

/** Whoever wrote last what holds from then on. */
function writerOf(rows: readonly WrittenRow[], marketId: string, from: Instant): string | null {
  const written = rows.findLast(
    (row) =>
      row.inForceFrom === from &&
      row.key.startsWith('salesTax') &&
      (row.marketId === null || row.marketId === marketId),
  )
  return written?.writtenBy ?? null
}
