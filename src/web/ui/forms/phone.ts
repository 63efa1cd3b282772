/** The phone mask of product §4, `(###) ###-####`. */
import { maskOf } from './mask.ts'

const mask = maskOf('(###) ###-####')

/**
 * Masks what was typed or pasted. A leading country code 1 is dropped first, else `+1 303 555 1234` would become
 * `(130) 355-5123`; no area code begins with 1, so every leading 1 is the country's, also when it is typed twice.
 */
export function maskPhone(typed: string): string {
  return mask(typed.replace(/\D/g, '').replace(/^1+/, ''))
}
