/** Dates and times as the reader of a paper writes them. */
import { INTL_TAGS, type Language } from '#domain/language.ts'
import type { Instant, LocalDate } from '#domain/time.ts'

export type PaperReader = { readonly locale: Language; readonly timeZone: string; readonly now: Instant }

/** `Tue, Mar 3` */
export function writeDay({ locale }: PaperReader, date: LocalDate): string {
  return format(locale, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    noon(date),
  )
}

/** `Nov 9 – 15, 2026` */
export function writeRange({ locale }: PaperReader, from: LocalDate, to: LocalDate): string {
  return format(locale, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(noon(from), noon(to))
}

/** `Mar 3, 2026` */
export function writeDate({ locale, timeZone }: PaperReader, at: Instant): string {
  return format(locale, { dateStyle: 'medium', timeZone }).format(at)
}

/** `Mar 3, 2026, 8:05 AM` */
export function writeTime({ locale, timeZone }: PaperReader, at: Instant): string {
  return format(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
}

const made = new Map<string, Intl.DateTimeFormat>()

/** Kept, since making one costs more than a page of lines. */
function format(locale: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const found = made.get(key) ?? new Intl.DateTimeFormat(INTL_TAGS[locale], options)
  made.set(key, found)
  return found
}

function noon(date: LocalDate): number {
  return Date.parse(`${date}T12:00:00Z`)
}
