/** What stands in the way of a call to the payment provider, by what is to be done about it. */

/**
 * - `unavailable`: no answer, too many calls, or a fault of its own; whether the call took effect may be unknown. Find
 *   out, then ask again.
 * - `balance`: our own balance there is too short. Nothing is wrong with the payee; ask again when it is filled.
 * - `account`: the payee's account cannot take it. Its owner must do something.
 * - `refused`: what was asked cannot be done any more (a refund beyond what was paid, a capture of what is not held).
 * - `contract`: we asked wrongly, or it answered with a word we do not know. A person must look.
 */
export type ProviderFailureKind = 'unavailable' | 'balance' | 'account' | 'refused' | 'contract'

export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly kind: ProviderFailureKind
  /** The provider's own word, for logs and tables; never shown as a sentence. */
  readonly code: string | null

  constructor(kind: ProviderFailureKind, message: string, code: string | null = null) {
    super(message)
    this.kind = kind
    this.code = code
  }
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof ProviderFailure && error.kind === 'unavailable'
}
