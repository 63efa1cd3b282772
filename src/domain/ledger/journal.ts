/** A journal: the balanced postings of one money event, under a key that makes it happen once. */

import { type Cents, cents } from '../money.ts'
import { ACCOUNTS, type AccountKind } from './accounts.ts'

export type Posting = {
  readonly accountKind: AccountKind
  /** A user, or a market by its name, for accounts that somebody owns, `null` for the platform's own. */
  readonly ownerId: string | null
  readonly amountCents: Cents
}

export type Journal = {
  /** Unique for ever; posting a key that exists already means that the event was posted. */
  readonly key: string
  /** Never zero amounts; sums to zero. Empty where no money moved. */
  readonly postings: readonly Posting[]
}

/** Throws RangeError where postings do not sum to zero or an owner is missing: a fault of the program. */
export function journal(key: string, postings: readonly Posting[]): Journal {
  const moving = postings.filter((posting) => posting.amountCents !== 0)
  const sum = moving.reduce((total, posting) => total + posting.amountCents, 0)
  if (sum !== 0) throw new RangeError(`journal ${key} is off by ${sum} cents`)
  for (const { accountKind, ownerId } of moving)
    if ((ACCOUNTS[accountKind].owner === null) !== (ownerId === null))
      throw new RangeError(`journal ${key} has the wrong owner for ${accountKind}`)
  return { key, postings: moving }
}

export function debit(accountKind: AccountKind, ownerId: string | null, amountCents: Cents): Posting {
  return { accountKind, ownerId, amountCents }
}

export function credit(accountKind: AccountKind, ownerId: string | null, amountCents: Cents): Posting {
  return { accountKind, ownerId, amountCents: cents(-amountCents) }
}
