/** With what somebody comes back from Hospitable, and what follows from it. */
import { HOUR_MS, type Instant } from '../time.ts'

/** So long somebody may take to sign in over there and allow it. */
const STATE_HOURS = 1

type Arrival = {
  /**
   * What we gave along. `none`: it began in Hospitable, so nothing says that whoever is signed in here began it.
   * `foreign`: it was given to somebody else, or by nobody of us.
   */
  readonly state: 'none' | 'foreign' | { readonly givenAt: Instant }
  /** The customer has said here that it wants this. */
  readonly isConfirmed: boolean
  readonly now: Instant
}

type Refusal = { readonly refused: 'hospitable_of_another' | 'hospitable_late' }

/** `ask`: a link of somebody else's would connect a stranger's account, so it takes a word of the customer. */
export function judgeArrival({
  state,
  isConfirmed,
  now,
}: Arrival): { readonly next: 'exchange' | 'ask' } | Refusal {
  if (state === 'foreign') return { refused: 'hospitable_of_another' }
  if (state === 'none') return { next: isConfirmed ? 'exchange' : 'ask' }
  if (now >= state.givenAt + STATE_HOURS * HOUR_MS) return { refused: 'hospitable_late' }
  return { next: 'exchange' }
}
