/**
 * Shapes that several nouns share. Every text refuses NUL and other control characters, which PostgreSQL or a mail
 * header would trip over. A branded shape is a plain one that the brand's own guard has looked at.
 */
import { z } from 'zod'
import { isPlainText, isSeen } from '#domain/accounts/shown-text.ts'
import { type Id, isId, type UserId } from '#domain/ids.ts'
import { isCents } from '#domain/money.ts'
import { instant, isLocalDate, isLocalTime, isTimeZone, isWeekday } from '#domain/time.ts'
import { says } from './sentences.ts'

const BREAKS = /[\r\n\t\u2028\u2029]/

/** One line of text: trimmed, with something to see. */
export function line(maximum: number) {
  return z
    .string()
    .trim()
    .min(1, says('missing'))
    .max(maximum, says(`atMostCharacters:${maximum}`))
    .refine(isSeenOrEmpty, says('missing'))
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

/** A customer's certificate by which no sales tax was due. */
/** Who we are by law; empty where nobody has said so yet. */
export const legalFacts = z.object({
  legalName: z.string(),
  postalAddress: z.string(),
  taxNumber: z.string(),
})

/** Who we are on a paper, and how to reach us. */
export const letterhead = legalFacts.extend({ supportEmail: z.string(), supportPhone: z.string() })

/** To whom a paper is made out; empty where the customer named no company. */
export const billedTo = z.object({
  companyName: z.string(),
  billingAddress: z.string(),
  taxNumber: z.string(),
  poNumber: z.string(),
})

export const usedExemption = z.object({
  number: z.string(),
  /** The state, by its two letters. */
  issuedBy: z.string(),
})

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

/** What is empty is said to be missing by its length. */
function isSeenOrEmpty(text: string): boolean {
  return text === '' || isSeen(text)
}

/** An account on one of two ends of a merge, and when that was. */
export const mergedAccount = z.object({ id: id<UserId>(), name: z.string(), at: moment })
