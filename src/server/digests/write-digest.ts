/** The mail of one morning: what needs its reader first, then the day; of one's own places and of those looked after. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { ShareId, UserId } from '#domain/ids.ts'
import type { InEachLanguage, Language } from '#domain/language.ts'
import { cents, formatCents } from '#domain/money.ts'
import { dayText, longDayText, timeText } from '#domain/notifications/clock-texts.ts'
import { isNothing, type Silence } from '#domain/portfolio/day-digest.ts'
import { dateAt, instantAt, type LocalDate } from '#domain/time.ts'
import { whenText } from '../notices/reminder-texts.ts'
import type { AccountDay } from './read-digest.ts'
import { digestTexts } from './texts.ts'

export type AccountPart = {
  /** Null: the reader's own. */
  readonly share: { readonly shareId: ShareId; readonly ownerName: string } | null
  readonly day: AccountDay
}

export type DigestReader = {
  readonly userId: UserId
  readonly name: string
  readonly locale: Language
  readonly origin: string
  readonly date: LocalDate
  readonly serviceNames: ReadonlyMap<string, InEachLanguage>
}

/** Nobody reads further; the rest stands in the app. */
const LINES_SHOWN = 40

type Writing = {
  readonly reader: DigestReader
  readonly texts: typeof digestTexts.en
  readonly part: AccountPart
}

/** Null where there is nothing to say. */
export function writeDigest(
  reader: DigestReader,
  parts: readonly AccountPart[],
): { readonly subject: string; readonly text: string } | null {
  const living = parts.filter(({ day }) => !isNothing(day) || day.declined.length > 0)
  if (living.length === 0) return null
  const texts = digestTexts[reader.locale]
  const text = [
    `${texts.hello(reader.name)}\n\n${texts.intro(longDayText(reader.date, reader.locale))}`,
    ...living.map((part) => accountText({ reader, texts, part })),
    `${texts.everything} ${reader.origin}/\n${texts.change} ${reader.origin}/notification-preferences`,
  ].join('\n\n')
  return { subject: subjectOf(reader, texts, living), text }
}

function subjectOf({ date, locale }: DigestReader, texts: Writing['texts'], parts: readonly AccountPart[]) {
  const sum = (count: (day: AccountDay) => number) => parts.reduce((all, { day }) => all + count(day), 0)
  const counted = [
    [sum(({ visits }) => visits.length), texts.visits],
    [sum(({ leaving }) => leaving.length), texts.leaving],
    [sum(({ coming }) => coming.length), texts.coming],
    [sum(({ problems, declined }) => problems.length + declined.length), texts.problems],
  ] as const
  const said = counted.flatMap(([count, say]) => (count === 0 ? [] : say(count)))
  return `${dayText(date, locale)}: ${said.join(', ')}`
}

function accountText(words: Writing): string {
  const { texts, part } = words
  const { problems, declined, visits, leaving, coming } = part.day
  const needs = [...problems.map((each) => problemText(words, each)), ...declinedTexts(words, declined)]
  const sections = [
    section(words, texts.needsYou, needs),
    section(
      words,
      texts.visitsToday,
      visits.map((each) => visitText(words, each)),
    ),
    section(
      words,
      texts.leavingToday,
      leaving.map((each) => stayText(words, each, 'checkOut')),
    ),
    section(
      words,
      texts.comingToday,
      coming.map((each) => stayText(words, each, 'checkIn')),
    ),
  ]
  const title = part.share === null ? [] : [`— ${texts.placesOf(part.share.ownerName)} —`]
  return [...title, ...sections.filter((each) => each !== '')].join('\n\n')
}

function section({ texts }: Writing, title: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const left = lines.length - LINES_SHOWN
  const more = left > 0 ? [texts.andMore(left)] : []
  return [
    `${title} (${lines.length})`,
    ...lines.slice(0, LINES_SHOWN).map((line) => `• ${line}`),
    ...more,
  ].join('\n')
}

function problemText(words: Writing, problem: AccountDay['problems'][number]): string {
  const { reader, texts, part } = words
  const { kind, place, visitId, date } = problem
  const said = 'silence' in problem ? silenceText(words, problem) : texts.ofProblem[problem.kind]
  const what = `${place.name}, ${dayText(date, reader.locale)}: ${said}`
  const isOfStays = kind === 'double_booked' || kind === 'no_turnover' || visitId === null
  return withLink(words, what, isOfStays ? placeUrl(part.day, place) : `/visit/${visitId}`)
}

function silenceText(
  { reader, texts }: Writing,
  { kind, silence, place }: Extract<AccountDay['problems'][number], { silence: Silence }>,
): string {
  return texts.ofSilence[kind](silence.source, dayText(dateAt(silence.since, place.zone), reader.locale))
}

function declinedTexts(words: Writing, declined: AccountDay['declined']): string[] {
  return declined.map(({ id, total_cents: total }) =>
    withLink(words, words.texts.declined(formatCents(cents(total))), `/account/payments/${id}`),
  )
}

function visitText(words: Writing, { visit, place }: AccountDay['visits'][number]): string {
  const { reader, texts } = words
  const service = reader.serviceNames.get(visit.serviceKey)?.[reader.locale] ?? visit.serviceKey
  const when = whenText(reader.locale, { ...visit, zone: place.zone })
  const crew = visit.crewName === null ? texts.nobodyYet : firstName(visit.crewName)
  return withLink(words, `${when}: ${service}, ${place.name}, ${crew}`, `/visit/${visit.id}`)
}

function stayText(
  words: Writing,
  { stay, place }: AccountDay['leaving'][number],
  side: 'checkIn' | 'checkOut',
): string {
  const { reader, texts, part } = words
  const [date, time] =
    side === 'checkIn'
      ? [stay.checkIn, stay.checkInTime ?? place.hours.checkInTime]
      : [stay.checkOut, stay.checkOutTime ?? place.hours.checkOutTime]
  const guests = stay.guests === null ? '' : `, ${texts.guests(stay.guests)}`
  const when = timeText(instantAt(date, time, place.zone), place.zone, reader.locale)
  return withLink(words, `${when}: ${place.name}${guests}`, placeUrl(part.day, place))
}

function placeUrl({ complexOf }: AccountDay, { id }: AccountDay['visits'][number]['place']): string {
  const complexId = complexOf.get(id)
  return complexId === undefined ? `/property/${id}` : `/customer-complex?id=${complexId}`
}

/** A link to another's thing goes to that owner's places first. */
function withLink({ reader, part }: Writing, what: string, url: string): string {
  const { share } = part
  const path = share === null ? url : `/people?${new URLSearchParams({ share: share.shareId, to: url })}`
  return `${what}\n  ${reader.origin}${path}`
}
