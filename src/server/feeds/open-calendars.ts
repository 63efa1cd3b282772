/** A text as calendars of events, with the zones that a reader can follow. */
import ICAL from 'ical.js'
import { mendLines } from '#domain/calendars/content-lines.ts'
import { OWN_PRODUCT } from '#domain/stays/own-events.ts'
import { isBounded } from './find-spans.ts'

/** Of one file, and of one zone: more are nobody's. */
const MOST_ZONES = 20
const MOST_OBSERVANCES = 100

/** Some join several calendars to one file; null where it is none. */
export function openCalendars(text: string): ICAL.Component[] | null {
  try {
    const found: unknown = ICAL.parse(mendLines(text))
    const roots = Array.isArray(found) && Array.isArray(found[0]) ? found : [found]
    return roots.map(toCalendar)
  } catch {
    return null
  }
}

function toCalendar(root: unknown): ICAL.Component {
  if (!Array.isArray(root)) throw new TypeError('no component')
  const calendar = new ICAL.Component(root)
  for (const [at, zone] of calendar.getAllSubcomponents('vtimezone').entries())
    if (at >= MOST_ZONES || !isUsable(zone)) calendar.removeSubcomponent(zone)
  return calendar
}

/** Without its name a zone is no use to anybody, and the reader follows its clocks from year to year, however they go. */
function isUsable(zone: ICAL.Component): boolean {
  const observances = zone.getAllSubcomponents()
  const rules = observances
    .flatMap((each) => each.getAllProperties('rrule'))
    .map((rule) => rule.getFirstValue())
  return (
    zone.hasProperty('tzid') &&
    observances.length <= MOST_OBSERVANCES &&
    rules.length <= MOST_OBSERVANCES &&
    rules.every((rule) => rule instanceof ICAL.Recur && rule.freq === 'YEARLY' && isBounded(rule))
  )
}

/** Written by our own house. */
export function isOwn(calendar: ICAL.Component): boolean {
  return String(calendar.getFirstPropertyValue('prodid')) === OWN_PRODUCT
}
