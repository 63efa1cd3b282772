/** What a helper may do at the places that an owner shares with it: one table from the role to its rights. */
import { keysOf } from '../keys.ts'

/** What looking after places divides into. */
export const RIGHTS = [
  /** Places, visits, photos and what was said about them. */
  'see',
  /** What the work costs. */
  'prices',
  /** Book, move, skip and end work, write to crews, report problems. */
  'schedule',
  /** Tips and extra work; bills, cards and receipts where it looks after every place. */
  'pay',
  /** The places themselves: their names, doors, buildings and calendars. */
  'places',
] as const

export type Right = (typeof RIGHTS)[number]

const RIGHTS_OF = {
  see: ['see'],
  schedule: ['see', 'prices', 'schedule'],
  pay: ['see', 'prices', 'pay'],
  all: RIGHTS,
} as const satisfies Readonly<Record<string, readonly Right[]>>

export type ShareRole = keyof typeof RIGHTS_OF

export const SHARE_ROLES = keysOf(RIGHTS_OF)

/** What a call needs of a helper. `isWhole`: what is of the account rather than of a place needs all of its places. */
export type Need = { readonly right: Right; readonly isWhole?: true }

export function rightsOf(role: ShareRole): readonly Right[] {
  return RIGHTS_OF[role]
}

export function mayShare(
  { role, isWhole }: { readonly role: ShareRole; readonly isWhole: boolean },
  need: Need,
): boolean {
  return rightsOf(role).includes(need.right) && (isWhole || need.isWhole !== true)
}
