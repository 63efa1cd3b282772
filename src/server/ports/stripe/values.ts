/** What Stripe's objects have in common: ids or whole objects, amounts, seconds. */
import { type Cents, cents } from '#domain/money.ts'
import { type Instant, instant } from '#domain/time.ts'
import type { Amount, Currency } from '../payments/port.ts'
import { unknownWord } from './failures.ts'

const SECOND_MS = 1_000

export function idOf(value: string | { readonly id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : value.id
}

export function currencyOf(word: string): Currency {
  if (word !== 'usd') throw unknownWord('a currency', word)
  return word
}

export function amountOf(value: { readonly amount: number; readonly currency: string }): Amount {
  return { amountCents: toCents(value.amount), currency: currencyOf(value.currency) }
}

export function toCents(amount: number): Cents {
  return cents(amount)
}

export function instantOf(seconds: number): Instant {
  return instant(seconds * SECOND_MS)
}

export function instantOrNull(seconds: number | null | undefined): Instant | null {
  return seconds === null || seconds === undefined ? null : instantOf(seconds)
}

/** Whole seconds, rounded down so that nothing of the second is missed. */
export function secondsOf(at: Instant): number {
  return Math.floor(at / SECOND_MS)
}

export function referenceOf(metadata: Readonly<Record<string, string>> | null | undefined): string | null {
  return metadata?.['reference'] ?? null
}
