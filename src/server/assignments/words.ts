/** Days and moments as messages say them. */
import type { Instant, LocalDate } from '#domain/time.ts'
import type { Locale } from '../users/scope.ts'

const LOCALES: Record<Locale, string> = { en: 'en-US', es: 'es-US' }

/** `Monday, March 9` */
export function dayWords(date: LocalDate, locale: Locale): string {
  // Noon in UTC lies on the day itself; a day of the calendar has no zone.
  const format = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(LOCALES[locale], format).format(new Date(`${date}T12:00:00Z`))
}

/** `Saturday at 6:00 PM`, on the clock of a zone. */
export function momentWords(at: Instant, zone: string, locale: Locale): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[locale], { ...options, timeZone: zone }).format(new Date(at))
  const [day, time] = [part({ weekday: 'long' }), part({ hour: 'numeric', minute: '2-digit' })]
  return locale === 'es' ? `el ${day} a las ${time}` : `${day} at ${time}`
}
