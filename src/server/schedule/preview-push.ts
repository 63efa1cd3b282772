import { outcomeOfPush } from '#domain/schedule/pushed-day.ts'
import type { Push } from '#domain/schedule/pushed-day.ts'
import type { App } from '../app.ts'
import { pricePushedVisits } from './price-pushed-visits.ts'
import { countStaying, findPushedVisits } from './pushed-visit-queries.ts'

const VISITS_AT_ONCE = 2_000

/** What pushing a day would do, counted in pages so that memory stays flat. Nothing is written. */
export async function previewPush(app: App, push: Push) {
  const now = app.ports.clock.now()
  const [customers, crews] = [new Set<string>(), new Set<string>()]
  const sums = { movedCount: 0, conflictCount: 0, skippedCount: 0, lostCents: 0, standbyCents: 0 }
  for (let after: string | null = null; ; ) {
    const visits = await findPushedVisits(app.db, push, { now, after, limit: VISITS_AT_ONCE })
    const priced = await pricePushedVisits(app.db, push.marketId, visits, now)
    visits.forEach((visit, index) => {
      const { totalCents, standbyCents } = priced[index]!
      const isMoved = outcomeOfPush(push.to, visit.has_conflict) === 'moved'
      if (isMoved) sums.movedCount += 1
      else if (push.to === null) sums.skippedCount += 1
      else sums.conflictCount += 1
      if (!isMoved) sums.lostCents += totalCents ?? 0
      sums.standbyCents += standbyCents ?? 0
      customers.add(visit.customer_id)
      if (visit.crew_id !== null) crews.add(visit.crew_id)
    })
    if (visits.length < VISITS_AT_ONCE) break
    after = visits.at(-1)!.id
  }
  return {
    ...sums,
    customerCount: customers.size,
    crewCount: crews.size,
    stayingCount: await countStaying(app.db, push, now),
  }
}
