/**
 * What is said of a place's stays, found by stay, by days and by number: a feed of thousands is laid beside what is known
 * in the time that its length asks, not its square. Whatever is found comes in the order in which it was put in.
 */
import type { StayId } from '../ids.ts'
import type { StayFacts } from './stay.ts'
import type { Report } from './truth.ts'

type Key = string

export type ReportBook = {
  readonly get: (report: Pick<Report, 'sourceId' | 'externalId'>) => Report | undefined
  readonly put: (report: Report) => void
  readonly remove: (report: Report) => void
  readonly all: () => Report[]
  readonly ofStay: (stayId: StayId) => Report[]
  /** The stays of which something is said with the same days, or with the same number of the platform. */
  readonly nearStays: (facts: Pick<StayFacts, 'code' | 'checkIn' | 'checkOut'>) => StayId[]
}

export function openReportBook(known: readonly Report[]): ReportBook {
  const reports = new Map<Key, Report>()
  const places = new Map<Key, number>()
  const byStay = new Map<StayId, Set<Key>>()
  const byMark = new Map<string, Set<Key>>()

  const found = (keys: Iterable<Key>) =>
    [...new Set(keys)].sort((a, b) => places.get(a)! - places.get(b)!).map((key) => reports.get(key)!)

  const remove = (report: Report) => {
    const key = keyOf(report)
    const was = reports.get(key)
    if (was === undefined) return
    reports.delete(key)
    takeOut(byStay, was.stayId, key)
    for (const mark of marksOf(was)) takeOut(byMark, mark, key)
  }
  const put = (report: Report) => {
    const key = keyOf(report)
    remove(report)
    if (!places.has(key)) places.set(key, places.size)
    reports.set(key, report)
    putIn(byStay, report.stayId, key)
    for (const mark of marksOf(report)) putIn(byMark, mark, key)
  }
  for (const report of known) put(report)
  return {
    get: (report) => reports.get(keyOf(report)),
    put,
    remove,
    all: () => found(reports.keys()),
    ofStay: (stayId) => found(byStay.get(stayId) ?? []),
    nearStays: (facts) => {
      const keys = marksOf(facts).flatMap((mark) => [...(byMark.get(mark) ?? [])])
      return [...new Set(found(keys).map(({ stayId }) => stayId))]
    },
  }
}

function keyOf({ sourceId, externalId }: Pick<Report, 'sourceId' | 'externalId'>): Key {
  return `${sourceId} ${externalId}`
}

function marksOf({ code, checkIn, checkOut }: Pick<StayFacts, 'code' | 'checkIn' | 'checkOut'>): string[] {
  const days = `${checkIn}/${checkOut}`
  return code === null ? [days] : [days, `number ${code}`]
}

function putIn<Of>(index: Map<Of, Set<Key>>, at: Of, key: Key): void {
  const keys = index.get(at)
  if (keys === undefined) index.set(at, new Set([key]))
  else keys.add(key)
}

function takeOut<Of>(index: Map<Of, Set<Key>>, at: Of, key: Key): void {
  const keys = index.get(at)
  keys?.delete(key)
  if (keys?.size === 0) index.delete(at)
}
