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
  instant,
} from '#domain/time.ts'
import { says } from './sentences.ts'

/** One line of text: trimmed, never empty. */
export function line(maximum: number) {
  return z
    .string()
    .trim()
    .min(1, says('missing'))
    .max(maximum, says(`atMostCharacters:${maximum}`))
    .refine((text) => isPlainText(text) && !/[\r\n\t]/.test(text), says('ordinaryCharactersOnOneLine'))
}

/** Several lines of text, perhaps empty. */
export function notes(maximum: number) {
  return z
    .string()
    .trim()
    .max(maximum, says(`atMostCharacters:${maximum}`))
    .refine(isPlainText, says('ordinaryCharacters'))
}

/** The id of a row, branded by its noun: `id<PropertyId>()`. */
export function id<Branded extends string = string>() {
  return z.uuid(says('notAnId')) as unknown as z.ZodType<Branded, string>
}

/** A whole number of cents. */
export const amountCents = z.int(says('wholeCents')) as unknown as z.ZodType<Cents, number>

export const day = z
  .string()
  .refine(isLocalDate, says('day'))
  .meta({ format: 'date' }) as unknown as z.ZodType<LocalDate, string>

export const timeOfDay = z.string().refine(isLocalTime, says('timeOfDay')) as unknown as z.ZodType<
  LocalTime,
  string
>

export const weekday = z.int().min(1, says('weekday')).max(7, says('weekday')) as unknown as z.ZodType<
  Weekday,
  number
>

export const timeZone = z.string().max(64).refine(isTimeZone, says('chooseTimeZone'))

/** An instant in a reply: epoch milliseconds inside, ISO text on the wire. */
export const moment = z
  .number()
  .transform((at) => new Date(at).toISOString())
  .meta({ type: 'string', format: 'date-time' }) as unknown as z.ZodType<string, Instant | number>

/** An instant in a request: ISO text on the wire, epoch milliseconds inside. */
export const momentInput = z.iso
  .datetime({ offset: true, message: says('moment') })
  .transform((text) => instant(Date.parse(text)))

export const latitude = z.number().min(-90, says('latitude')).max(90, says('latitude'))
export const longitude = z.number().min(-180, says('longitude')).max(180, says('longitude'))

export const email = z
  .string()
  .trim()
  .max(254, says('emailTooLong'))
  .pipe(z.email(says('email')))

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
