/** Typed ids: every row is named by a UUID, branded by the noun it names so that two nouns cannot be mixed up. */

declare const noun: unique symbol
type Id<Noun extends string> = string & { readonly [noun]: Noun }

export type UserId = Id<'user'>
export type PropertyId = Id<'property'>
export type PropertyGroupId = Id<'propertyGroup'>
export type ComplexId = Id<'complex'>
export type ComplexGroupId = Id<'complexGroup'>
export type BuildingId = Id<'building'>
export type WeeklyJobId = Id<'weeklyJob'>
export type VisitId = Id<'visit'>
export type AssignmentId = Id<'assignment'>
export type TimeOffId = Id<'timeOff'>
export type DisputeId = Id<'dispute'>
export type PaymentId = Id<'payment'>
export type PayoutId = Id<'payout'>

/** Whether a text can be the id of a row, for references that come back from elsewhere. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

const CODE_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * A code of digits and upper-case letters (seed §9: 8 by default) from a source of random bytes. Bytes that would
 * favour the first letters (252–255) are dropped, so every code is equally likely.
 */
export function randomCode(randomBytes: (count: number) => Uint8Array, length = 8): string {
  let code = ''
  while (code.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 252 && code.length < length) code += CODE_LETTERS[byte % 36]
    }
  }
  return code
}
