/** Which passwords are good enough: not stolen before, not common, not made of the owner's own words, and long (decision 30). */

import { type Refusal, refuse } from '../refusals.ts'
import { isCommon } from './blocklist.ts'

const MIN_PASSWORD_LENGTH = 8
/** An operator's opens everybody's account. */
const MIN_OPERATOR_PASSWORD_LENGTH = 15
const MAX_PASSWORD_LENGTH = 128

/** Words of ours that are no secret. */
const HOUSE_WORDS = ['crew', 'crewapp', 'mycrew']

/** What must be left of a password without its owner's words and the signs between them. */
const MIN_LEFT_WITHOUT_OWN_WORDS = 8

export type PasswordOwner = {
  readonly email: string
  readonly name: string
  readonly company?: string | null
  readonly type?: 'Crew' | 'Customer' | 'Operator'
}

/** Any characters, no rules of composition; what is hashed is the NFC form (A8). Lengths count letters, not bytes. */
export function decidePassword(
  password: string,
  owner: PasswordOwner,
  isBreached: (password: string) => boolean,
): { readonly password: string } | Refusal {
  if (password.includes('\u0000') || !password.isWellFormed()) return refuse('password_invalid_characters')
  // Cut before the costly parts, so that a megabyte costs nothing.
  if (password.length > MAX_PASSWORD_LENGTH * 8) return refuse('password_too_long')
  const normalised = normalisePassword(password)
  const length = [...normalised].length
  if (length < MIN_PASSWORD_LENGTH) return refuse('password_too_short')
  if (owner.type === 'Operator' && length < MIN_OPERATOR_PASSWORD_LENGTH)
    return refuse('operator_password_too_short')
  if (length > MAX_PASSWORD_LENGTH) return refuse('password_too_long')
  if (isCommon(normalised)) return refuse('password_common')
  if (isBreached(normalised)) return refuse('password_breached')
  return isMadeOfOwnWords(normalised, owner) ? refuse('password_own_word') : { password: normalised }
}

/** The form that is hashed and compared, at registration and at every sign-in. */
export function normalisePassword(password: string): string {
  return password.normalize('NFC')
}

function isMadeOfOwnWords(password: string, owner: PasswordOwner): boolean {
  const words = ownWords(owner)
  let rest = password.toLowerCase()
  const before = rest
  for (const word of words) rest = rest.split(word).join(' ')
  return rest !== before && rest.replace(/[^\p{L}\p{N}]/gu, '').length < MIN_LEFT_WITHOUT_OWN_WORDS
}

/** Longest first, so that a short word does not break a long one that holds it. */
function ownWords({ email, name, company }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const words = [...HOUSE_WORDS, local, ...local.split(/[^\p{L}\p{N}]+/u), domain, domain.split('.')[0] ?? '']
  const names = `${name} ${company ?? ''}`.toLowerCase().split(/\s+/)
  return [...words, ...names].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length)
}
