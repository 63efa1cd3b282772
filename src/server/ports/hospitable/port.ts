/** Hospitable, from which customers have their rentals and reservations read (its public API, v2). */

import type { Reservation } from '#domain/hospitable/reservations.ts'
import type { LocalDate } from '#domain/time.ts'

/** Both are new with every pair: the one before is of no use any more. */
export type TokenPair = {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresInSeconds: number
}

export type HospitableUser = { readonly id: string; readonly name: string; readonly email: string }

export type HospitableProperty = {
  readonly id: string
  readonly name: string
  readonly address: string
  /** Null where Hospitable does not know where it is. */
  readonly place: { readonly lat: number; readonly lng: number } | null
  /** The whole of which this is a part that is rented by itself. */
  readonly parentId: string | null
}

type Page = { readonly page: number }
type PageOf<Item> = { readonly items: readonly Item[]; readonly isLast: boolean }

/** At which the demo asks whether we may read. */
export const DEMO_HOSPITABLE_PAGE = '/demo/hospitable'

export interface Hospitable {
  /** False where no keys are set: then nothing else here answers. */
  readonly isConfigured: boolean
  /** Where the demo plays it, which screens say: what somebody who allowed it is sent back with. */
  readonly demo: { readonly giveCode: (account: string) => string } | null
  /** Where a customer allows us to read; `state` comes back with the answer. */
  authorizeUrl(state: string): string
  /** A code works once. Throws HospitableFailure `refused` for a code that is unknown, used or too old. */
  exchangeCode(code: string): Promise<TokenPair>
  /** Throws HospitableFailure `refused` where the token was used before, is too old, or was taken back. */
  refreshTokens(refreshToken: string): Promise<TokenPair>
  readUser(accessToken: string): Promise<HospitableUser>
  listProperties(accessToken: string, page: Page): Promise<PageOf<HospitableProperty>>
  /** Those of these rentals whose guests leave between the days. */
  listReservations(
    accessToken: string,
    asked: Page & { readonly rentalIds: readonly string[]; readonly from: LocalDate; readonly to: LocalDate },
  ): Promise<PageOf<Reservation>>
}

/**
 * - `unavailable`: no answer, too many calls, or a fault of its own. Ask again later.
 * - `unauthorized`: the access token counts no longer.
 * - `refused`: the code or the refresh token is of no use, and will not be.
 * - `contract`: it answered what we cannot read. A person must look.
 */
type FailureKind = 'unavailable' | 'unauthorized' | 'refused' | 'contract'

export class HospitableFailure extends Error {
  override name = 'HospitableFailure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Also where the answer did not come in time. */
export function isAway(error: unknown): boolean {
  return error instanceof HospitableFailure && error.kind === 'unavailable'
}
