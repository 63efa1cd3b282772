/** What a source says now, laid beside what is known of the place: which stays are new, moved, cancelled, back. */
import type { StayId, StaySourceId } from '../ids.ts'
import { HOUR_MS, type Instant, type LocalDate, MINUTE_MS } from '../time.ts'
import { type Change, changesBetween, isSameSaid } from './changes.ts'
import { movedUnderAnotherName } from './moved-under-another-name.ts'
import { openReportBook, type ReportBook } from './report-book.ts'
import { isSameReservation, type Report, type Reported, type SourceKind, truthOf } from './truth.ts'

/** A feed that is written anew while it is read may lack an event for a moment. */
const MISSING_FOR_MS = 10 * MINUTE_MS
/** Where most is missing at once, the feed is more likely broken than the season. */
const MANY_MISSING_FOR_MS = 24 * HOUR_MS
const MANY = 4

export type Said = {
  readonly source: { readonly id: StaySourceId; readonly kind: SourceKind }
  readonly reports: readonly Reported[]
  /** All that the source has, so that what is not in it is gone; else it tells of what is in it and of nothing else. */
  readonly isWhole: boolean
  /** Ids of what is in it and could not be read: as it was known, and not missing. */
  readonly unread?: readonly string[]
  /** The host says that what is missing is cancelled indeed. */
  readonly isConfirmed?: boolean
  /** The host takes the source away with its stays: those that have begun go, too. */
  readonly isEnding?: boolean
  readonly now: Instant
  /** At the place. */
  readonly today: LocalDate
}

/** Why what is missing is believed not to be cancelled yet: the feed is empty, or most is gone at once. */
export type Doubt = 'empty' | 'many_missing'

export type Outcome = {
  /** What differs from what was known, as it is to be kept. */
  readonly reports: readonly Report[]
  /** Of the source: known under another id now. */
  readonly dropped: readonly string[]
  readonly changes: readonly Change[]
  /** Coming stays that the source had and has not now. */
  readonly missing: number
  readonly doubt: Doubt | null
}

type Book = {
  readonly said: Said
  readonly reports: ReportBook
  readonly listed: ReadonlyMap<string, Reported>
  readonly isListed: (externalId: string) => boolean
}

/** `known`: every report of every stay of the place that the said may be about. `newId` names a stay that is new. */
export function hearSource(known: readonly Report[], said: Said, newId: () => StayId): Outcome {
  const listed = new Map(said.reports.map((report) => [report.externalId, report]))
  const unread = new Set(said.unread)
  const isListed = (id: string) => listed.has(id) || unread.has(id) || unread.has(wholeOf(id))
  const book: Book = { said, listed, isListed, reports: openReportBook(known) }
  const renamed = said.isWhole ? findRenamed(book) : new Map<string, StayId>()
  for (const reported of listed.values())
    writeDown(book, reported, () => renamed.get(reported.externalId) ?? newId())
  const dropped = said.isWhole ? dropRenamed(book) : []
  const { missing, doubt } = said.isWhole ? settleMissing(book) : { missing: 0, doubt: null }
  const kept = book.reports.all()
  const asBefore = new Set(known)
  return {
    reports: kept.filter((report) => !asBefore.has(report)),
    dropped,
    changes: changesBetween(byStay(known), byStay(kept)),
    missing,
    doubt,
  }
}

function findRenamed(book: Book): Map<string, StayId> {
  const { said, listed, reports, isListed } = book
  const { id: sourceId } = said.source
  const isFresh = (reported: Reported) =>
    reports.get({ sourceId, externalId: reported.externalId }) === undefined &&
    twinOf(book, reported, undefined) === null
  const fresh = [...listed.values()].filter(isFresh)
  return movedUnderAnotherName(reports, { sourceId, today: said.today, fresh, isListed })
}

/** Repeats of an event, and events that share a name, are named by it and by their day. */
function wholeOf(externalId: string): string {
  return externalId.slice(0, Math.max(0, externalId.lastIndexOf('/')))
}

function writeDown(book: Book, reported: Reported, newId: () => StayId): void {
  const { reports, said } = book
  const kept = reports.get({ sourceId: said.source.id, externalId: reported.externalId })
  const isAsKept = kept !== undefined && isSameSaid(kept, reported)
  const twin = isAsKept ? null : twinOf(book, reported, kept)
  // What was cancelled before we heard of it was never a stay of ours.
  if (kept === undefined && twin === null && reported.state === 'cancelled') return
  const stayId = kept?.stayId ?? twin ?? newId()
  const report: Report = {
    ...reported,
    stayId,
    sourceId: said.source.id,
    sourceKind: said.source.kind,
    isEnded: false,
    changedAt: isAsKept ? kept.changedAt : said.now,
    missingSince: null,
  }
  if (!isAsKept || isMarked(kept)) reports.put(report)
  // A stay that has moved to where another source had it as one of its own already: both are this one.
  if (twin !== null && twin !== stayId)
    for (const each of reports.ofStay(twin)) reports.put({ ...each, stayId })
}

function isMarked({ isEnded, missingSince }: Report): boolean {
  return isEnded || missingSince !== null
}

/** The stay of the place that this is, by another source or under another id of the same one. */
function twinOf(
  { said, reports, isListed }: Book,
  reported: Reported,
  kept: Report | undefined,
): StayId | null {
  const isStillListed = ({ sourceId, externalId, state }: Report) =>
    sourceId === said.source.id && (said.isWhole ? isListed(externalId) : state === 'booked')
  const { code } = reported
  for (const stayId of reports.nearStays(reported)) {
    if (stayId === kept?.stayId) continue
    const group = reports.ofStay(stayId)
    if (code !== null && group.some((each) => each.code === code && isSameReservation(each, reported)))
      return stayId
    const truth = truthOf(group)
    const isOne = truth.state === 'booked' && reported.state === 'booked'
    if (isOne && !group.some(isStillListed) && isSameReservation(truth, reported)) return stayId
  }
  return null
}

/** Feeds name an event anew when its days change: the id before is no reservation of its own. */
function dropRenamed({ said, reports, listed, isListed }: Book): string[] {
  const mine = reports.all().filter(({ sourceId }) => sourceId === said.source.id)
  const named = new Set(mine.filter(({ externalId }) => listed.has(externalId)).map(({ stayId }) => stayId))
  const renamed = mine.filter(({ externalId, stayId }) => !isListed(externalId) && named.has(stayId))
  for (const report of renamed) reports.remove(report)
  return renamed.map(({ externalId }) => externalId)
}

/**
 * What a whole reading lacks is cancelled, but not at once, and never by an empty one. A stay that has begun is left:
 * many feeds drop it on its first day.
 */
function settleMissing({ said, reports, listed, isListed }: Book): Pick<Outcome, 'missing' | 'doubt'> {
  const coming = reports
    .all()
    .filter(
      ({ sourceId, state, checkIn, checkOut }) =>
        sourceId === said.source.id &&
        state === 'booked' &&
        (checkIn > said.today || (said.isEnding === true && checkOut >= said.today)),
    )
  const missing = coming.filter(({ externalId }) => !isListed(externalId))
  const areMany = missing.length >= MANY && missing.length * 2 > coming.length
  const isEmpty = ![...listed.values()].some(({ state }) => state === 'booked') && missing.length > 0
  const doubt = isEmpty ? 'empty' : areMany ? 'many_missing' : null
  const isSure = said.isConfirmed === true || said.isEnding === true
  if (isEmpty && !isSure) return { missing: missing.length, doubt }
  const waitMs = areMany ? MANY_MISSING_FOR_MS : MISSING_FOR_MS
  let left = 0
  for (const report of missing) {
    const missingSince = report.missingSince ?? said.now
    const isCancelled = isSure || said.now - missingSince >= waitMs
    if (isCancelled) reports.put({ ...report, state: 'cancelled', changedAt: said.now, missingSince: null })
    else left += 1
    if (!isCancelled && report.missingSince === null) reports.put({ ...report, missingSince })
  }
  return { missing: left, doubt: left === 0 ? null : doubt }
}

function byStay(reports: readonly Report[]): Map<StayId, Report[]> {
  return Map.groupBy(reports, ({ stayId }) => stayId)
}
