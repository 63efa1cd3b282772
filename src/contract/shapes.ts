/**
 * Shapes that several nouns share. Every text refuses NUL and other control characters, which PostgreSQL or a mail
 * header would trip over. Branded shapes are casts of plain ones, so that the published JSON schema stays exact.
 */
import { z } from 'zod'
import type { Cents } from '#domain/money.ts'
import {
  type Instant,
  isLocalDate,
  isLocalTime,
  isTimeZone,
  type LocalDate,
  type LocalTime,
  type Weekday,
} from '#domain/time.ts'

/** One line of text: trimmed, never empty. */
export function line(maximum: number) {
  return z
    .string()
    .trim()
    .min(1, 'Please fill this in.')
    .max(maximum, `Please use at most ${maximum} characters.`)
    .refine(
      (text) => isPlainText(text) && !/[\r\n\t]/.test(text),
      'Please use ordinary characters on one line.',
    )
}

/** Several lines of text, perhaps empty. */
export function notes(maximum: number) {
  return z
    .string()
    .trim()
    .max(maximum, `Please use at most ${maximum} characters.`)
    .refine(isPlainText, 'Please use ordinary characters.')
}

/** The id of a row, branded by its noun: `id<PropertyId>()`. */
export function id<Branded extends string = string>() {
  return z.uuid('This is not a valid id.') as unknown as z.ZodType<Branded, string>
}

/** A whole number of cents. */
export const amountCents = z.int('Please give whole cents.') as unknown as z.ZodType<Cents, number>

export const day = z
  .string()
  .refine(isLocalDate, 'Please give a day as YYYY-MM-DD.')
  .meta({ format: 'date' }) as unknown as z.ZodType<LocalDate, string>

export const timeOfDay = z
  .string()
  .refine(isLocalTime, 'Please give a time as HH:MM.') as unknown as z.ZodType<LocalTime, string>

export const weekday = z
  .int()
  .min(1, 'Weekdays run from 1 (Monday) to 7.')
  .max(7, 'Weekdays run from 1 (Monday) to 7.') as unknown as z.ZodType<Weekday, number>

export const timeZone = z.string().max(64).refine(isTimeZone, 'Please choose a time zone.')

/** An instant in a reply: epoch milliseconds inside, ISO text on the wire. */
export const moment = z
  .number()
  .transform((at) => new Date(at).toISOString())
  .meta({ type: 'string', format: 'date-time' }) as unknown as z.ZodType<string, Instant | number>

/** An instant in a request: ISO text on the wire, epoch milliseconds inside. */
export const momentInput = z.iso
  .datetime({ offset: true, message: 'Please give a time like 2026-03-08T09:00:00Z.' })
  .transform((text) => Date.parse(text) as Instant)

export const latitude = z
  .number()
  .min(-90, 'Latitude lies between -90 and 90.')
  .max(90, 'Latitude lies between -90 and 90.')
export const longitude = z
  .number()
  .min(-180, 'Longitude lies between -180 and 180.')
  .max(180, 'Longitude lies between -180 and 180.')

export const email = z
  .string()
  .trim()
  .max(254, 'This e-mail address is too long.')
  .pipe(z.email('Please give an e-mail address like name@example.com.'))

export const done = z.object({ ok: z.literal(true) })

/** The opaque mark of where a list goes on. */
export const cursor = z.string().max(200)

function isPlainText(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if ((unit < 32 && unit !== 9 && unit !== 10 && unit !== 13) || unit === 127) return false
  }
  return text.isWellFormed()
}
