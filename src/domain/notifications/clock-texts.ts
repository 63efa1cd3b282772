/** Times and days as people say them, on the clock of a place: `1:15 AM MST`, `1:15 a. m. MST`, `Mon, Mar 2`. */
import { catalogue } from '../catalogue.ts'
import { INTL_TAGS, type Language } from '../language.ts'
import type { Instant, LocalDate } from '../time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** With the zone's name, because the reader's own clock may be another (field 4). */
export function timeText(at: Instant, zone: string, language: Language): string {
  const format = formatOf(`${language} ${zone}`, language, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  })
  return plainSpaces(format.format(at))
}

/** `Mon, Mar 2` */
export function dayText(date: LocalDate, language: Language): string {
  const format = formatOf(language, language, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return plainSpaces(format.format(Date.parse(`${date}T00:00:00Z`)))
}

/** `Monday, March 2` */
export function longDayText(date: LocalDate, language: Language): string {
  const format = formatOf(`${language} long`, language, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return plainSpaces(format.format(Date.parse(`${date}T00:00:00Z`)))
}

const momentTexts = catalogue({
  en: { at: (weekday: string, clock: string) => `${weekday} at ${clock}` },
  es: { at: (weekday, clock) => `el ${weekday} a las ${clock}` },
})

/** `Saturday at 6:00 PM`, on the clock of a zone. */
export function momentText(at: Instant, zone: string, language: Language): string {
  const day = formatOf(`${language} ${zone} weekday`, language, { weekday: 'long', timeZone: zone })
  const time = formatOf(`${language} ${zone} time`, language, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  })
  const [weekday, clock] = [day.format(at), plainSpaces(time.format(at))]
  return momentTexts[language].at(weekday, clock)
}

/** Making a format costs a thousand times what using it does. */
function formatOf(key: string, language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(INTL_TAGS[language], options)
  formats.set(key, made)
  return made
}

/** Narrow and unbreakable spaces are not everywhere shown as spaces in a mail or a text message. */
function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ')
}
