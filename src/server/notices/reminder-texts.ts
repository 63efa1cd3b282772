/** The texts of a reminder, from the visits that it is about. */

import type { VisitId } from '#domain/ids.ts'
import { type InEachLanguage, inEachLanguage, type Language } from '#domain/language.ts'
import { dayText, timeText } from '#domain/notifications/clock-texts.ts'
import { DAY_MS, type Instant, type LocalDate } from '#domain/time.ts'
import { noticeTexts } from './texts.ts'

export type RemindedVisit = {
  readonly visitId: VisitId
  readonly reader: 'customer' | 'crew'
  /** Of a visit at a place that the reader looks after for somebody. */
  readonly ownerName: string | null
  readonly date: LocalDate
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly zone: string
  readonly place: string
  readonly service: InEachLanguage
}

const LINES = 8
/** A visit at any time of its day fills the day, which has 23 hours once a year. */
const ANY_TIME_MS = DAY_MS - 3_600_000

/** At least one visit, in their order. The day is named: read a day later, "tomorrow" would be another day. */
export function reminderTexts(
  visits: readonly RemindedVisit[],
): InEachLanguage<{ title: string; text: string }> {
  return inEachLanguage((language) => textsIn(language, visits))
}

function textsIn(locale: Language, visits: readonly RemindedVisit[]) {
  const { date, reader, ownerName } = visits[0]!
  const day = dayText(date, locale)
  const count = visits.length
  const texts = noticeTexts[locale]
  const what = count === 1 ? visits[0]!.service[locale] : texts[reader === 'crew' ? 'stops' : 'visits'](count)
  const lines = visits.slice(0, LINES).map((visit) => lineOf(locale, visit))
  const left = count - lines.length
  const more = left > 0 ? [texts.andMore(left)] : []
  const whose = ownerName === null ? '' : `${ownerName}: `
  return { title: `${whose}${day}: ${what}`, text: [...lines, ...more].join('\n') }
}

function lineOf(locale: Language, visit: RemindedVisit): string {
  return `${visit.service[locale]}, ${visit.place}: ${whenText(locale, visit)}`
}

/** The window of a visit, on the clock of its place. */
export function whenText(
  locale: Language,
  { startsAt, endsAt, zone }: Pick<RemindedVisit, 'startsAt' | 'endsAt' | 'zone'>,
): string {
  if (endsAt - startsAt >= ANY_TIME_MS) return noticeTexts[locale].anyTime
  const [from, until] = [timeText(startsAt, zone, locale), timeText(endsAt, zone, locale)]
  return noticeTexts[locale].window(from, until)
}
