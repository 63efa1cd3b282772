import type { Language } from '#domain/language.ts'
import { failureOf, type Refused } from '../refused.ts'

/** Why one job cannot be, in one sentence: what its own form would say under the field. */
export function describeRefusal(refused: Refused, locale: Language): string {
  const { error, fields = {} } = failureOf(refused, locale)
  return Object.values(fields)[0] ?? error
}
