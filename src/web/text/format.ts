/**
 * Dates, times, distances and money as people read them. Use `useFormat()` in components; every formatter of Intl is
 * made once and kept, because making one costs more than a hundred uses.
 */

import { formatFeet } from '#domain/geo.ts'
import { INTL_TAGS, type Language } from '#domain/language.ts'
import { formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { addDays, DEFAULT_TIME_ZONE, dateAt, instant, type LocalDate, type LocalTime } from '#domain/time.ts'
import { currentText, useLanguage } from './store.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Of whoever is signed in, or of the city on the desk: what is shown without a place of its own goes by it (seed §9). */
let homeZone: string = DEFAULT_TIME_ZONE

export function setHomeZone(zone: string | undefined): void {
  homeZone = zone ?? DEFAULT_TIME_ZONE
}

export type Format = ReturnType<typeof formatIn>

export function useFormat(): Format {
  return formatIn(useLanguage())
}

/** The formats of one language; zones are IANA names. */
export function formatIn(language: Language) {
  const dateTime = (options: Intl.DateTimeFormatOptions) => formatter(INTL_TAGS[language], options)
  return {
    money: formatCents,
    distance: formatFeet,
    minutes: (minutes: number) => currentText().ui.minutes(minutes),
    /** `Tue, Mar 3` */
    day: (date: LocalDate) =>
      dateTime({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(noonOf(date)),
    /** `Tuesday, March 3` */
    longDay: (date: LocalDate) =>
      dateTime({ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(noonOf(date)),
    /** `Mar 3, 2026` */
    date: (date: LocalDate) => dateTime({ dateStyle: 'medium', timeZone: 'UTC' }).format(noonOf(date)),
    /** `Nov 9 – 15, 2026` */
    dateRange: (from: LocalDate, until: LocalDate) =>
      dateTime({ dateStyle: 'medium', timeZone: 'UTC' }).formatRange(noonOf(from), noonOf(until)),
    /** `Today`, `Tomorrow`, `Yesterday`, else `Tue, Mar 3`. */
    relativeDay: (date: LocalDate, now: Instant, zone = homeZone) => {
      const today = dateAt(now, zone)
      const { ui } = currentText()
      if (date === today) return ui.today
      if (date === addDays(today, 1)) return ui.tomorrow
      if (date === addDays(today, -1)) return ui.yesterday
      return dateTime({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
        noonOf(date),
      )
    },
    /** `March 2026`, of the month in which a day lies. */
    month: (date: LocalDate) =>
      dateTime({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(noonOf(date)),
    /** `8:05 AM` at the place. */
    time: (at: Instant | string, zone = homeZone) =>
      dateTime({ hour: 'numeric', minute: '2-digit', timeZone: zone }).format(readInstant(at)),
    /** `Mar 3, 2026, 8:05 AM` at the place. */
    dateOf: (at: Instant | string, zone = homeZone) =>
      dateTime({ dateStyle: 'medium', timeZone: zone }).format(readInstant(at)),
    dateTime: (at: Instant | string, zone = homeZone) =>
      dateTime({ dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(readInstant(at)),
    /** A wall-clock time of day: `08:05` becomes `8:05 AM`. */
    clock: (time: LocalTime) =>
      dateTime({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(clockOf(time)),
    /** `8 AM – 12 PM` */
    window: (from: LocalTime, to: LocalTime) =>
      dateTime({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).formatRange(
        clockOf(from),
        clockOf(to),
      ),
    count: (value: number) => value.toLocaleString(INTL_TAGS[language]),
    percent: (basisPoints: number) =>
      `${(basisPoints / 100).toLocaleString(INTL_TAGS[language], { maximumFractionDigits: 2 })}%`,
  }
}

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const found = formatters.get(key)
  if (found) return found
  const made = new Intl.DateTimeFormat(locale, options)
  formatters.set(key, made)
  return made
}

/** Replies carry instants as ISO text. */
export function readInstant(at: Instant | string): Instant {
  return typeof at === 'string' ? instant(Date.parse(at)) : at
}

/** Noon in UTC: formatting it in UTC shows the day itself, whatever the device's zone. */
function noonOf(date: LocalDate): Instant {
  return instant(Date.parse(`${date}T12:00:00Z`))
}

function clockOf(time: LocalTime): Instant {
  return instant(Date.parse(`1970-01-01T${time === '24:00' ? '00:00' : time}:00Z`))
}
