/** Under which key the provider is asked for what moves money in one call (rule 2 of its port). */
import { type Instant, instant } from '#domain/time.ts'
import { KEY_LIFE_MS } from '../ports/payments/port.ts'

export type Asked = { readonly asked_at: Instant | null; readonly ask_number: number }

/** The same key as long as the provider surely remembers it; afterwards another, once nothing was found by reference. */
export function nextAsk({ asked_at, ask_number }: Asked, now: Instant): number {
  const isRemembered = asked_at !== null && now < instant(asked_at + KEY_LIFE_MS)
  return isRemembered ? ask_number : ask_number + 1
}

/** Nobody was ever asked: there is nothing to be found. */
export function isFirstAsk({ ask_number }: Asked): boolean {
  return ask_number === 0
}
