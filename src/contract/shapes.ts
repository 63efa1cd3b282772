/**
 * Shapes that several nouns share. Every text refuses NUL and other control characters, which PostgreSQL or a mail
 * header would trip over. A branded shape is a plain one that the brand's own guard has looked at.
 */
import { z } from 'zod'
import { type Id, isId } from '#domain/ids.ts'
import { isCents } from '#domain/money.ts'
import { instant, isLocalDate, isLocalTime, isTimeZone, isWeekday } from '#domain/time.ts'
import { says } from './sentences.ts'

const BREAKS = /[\r\n\t\u2028\u2029]/
/** Turns what stands behind it round, so that a name reads otherwise than it is. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/
/** Not blank, not without width, not a mark that sits on another letter, not one of the fillers that draw nothing. */
const SEEN = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u

/** One line of text: trimmed, with something to see. */
export function line(maximum: number) {
  return z
    .string()
    .trim()
    .min(1, says('missing'))
    .max(maximum, says(`atMostCharacters:${maximum}`))
    .refine(isSeen, says('missing'))
    .refine((text) => isPlainText(text) && !BREAKS.test(text), says('ordinaryCharactersOnOneLine'))
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
export function id<Branded extends Id<string> = Id<string>>() {
  return z
    .uuid(says('notAnId'))
    .toLowerCase()
    .refine(isId<Branded>, says('notAnId'))
}

/** A whole number of cents. */
export const amountCents = z.int(says('wholeCents')).refine(isCents, says('wholeCents'))

export const day = z.string().refine(isLocalDate, says('day')).meta({ format: 'date' })

export const timeOfDay = z.string().refine(isLocalTime, says('timeOfDay'))

export const weekday = z
  .int()
  .min(1, says('weekday'))
  .max(7, says('weekday'))
  .refine(isWeekday, says('weekday'))

export const timeZone = z.string().max(64).refine(isTimeZone, says('chooseTimeZone'))

/** An instant in a reply: epoch milliseconds inside, ISO text on the wire. */
export const moment = z
  .number()
  .transform((at) => new Date(at).toISOString())
  .meta({ type: 'string', format: 'date-time' })

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
  return text.isWellFormed() && !DIRECTIONS.test(text)
}

/** What is empty is said to be missing by its length. */
function isSeen(text: string): boolean {
  return text === '' || SEEN.test(text)
}
