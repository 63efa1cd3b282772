/**
 * Some platforms make the name of an event of its days, so that a stay which moves is another event: the one before is
 * gone, and one that nobody knew wants some of its nights. One calendar sells no night twice, so both are the same.
 */
import type { StayId, StaySourceId } from '../ids.ts'
import type { LocalDate } from '../time.ts'
import type { ReportBook } from './report-book.ts'
import { isOccupied, type StayFacts } from './stay.ts'
import type { Report, Reported } from './truth.ts'

/** By the new name. Where several could be meant, none is. */
export function movedUnderAnotherName(
  reports: ReportBook,
  {
    sourceId,
    today,
    fresh,
    isListed,
  }: {
    readonly sourceId: StaySourceId
    readonly today: LocalDate
    readonly fresh: readonly Reported[]
    readonly isListed: (externalId: string) => boolean
  },
): Map<string, StayId> {
  const isGone = (report: Report) =>
    report.sourceId === sourceId &&
    !isListed(report.externalId) &&
    isOccupied(report) &&
    report.checkOut >= today &&
    reports.ofStay(report.stayId).every((each) => each.sourceId === sourceId || each.isEnded)
  const gone = reports.all().filter(isGone)
  const found = new Map<string, StayId>()
  if (gone.length === 0) return found
  const meant = fresh.map((reported) => ({ reported, was: gone.filter((each) => couldBe(each, reported)) }))
  const claims = new Map<Report, number>()
  for (const { was } of meant) for (const each of was) claims.set(each, (claims.get(each) ?? 0) + 1)
  for (const { reported, was } of meant) {
    const [only, ...others] = was
    if (only !== undefined && others.length === 0 && claims.get(only) === 1)
      found.set(reported.externalId, only.stayId)
  }
  return found
}

function couldBe(before: StayFacts, after: StayFacts): boolean {
  const isOther = before.code !== null && after.code !== null && before.code !== after.code
  const areNightsShared = before.checkIn < after.checkOut && after.checkIn < before.checkOut
  return isOccupied(after) && areNightsShared && !isOther
}
