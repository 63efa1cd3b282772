/** Whether the payout provider has what form W-9 asks: name, address and tax number. We never see them ourselves. */

export type W9State = 'missing' | 'incomplete' | 'complete'

export type PayoutAccount = {
  readonly state: 'none' | 'pending' | 'ready' | 'restricted'
  /** What the provider still asks, in its own words; null where that is not known. */
  readonly requirements: readonly string[] | null
}

export function w9StateOf({ state, requirements }: PayoutAccount): W9State {
  if (state === 'none') return 'missing'
  if (state === 'pending') return 'incomplete'
  if (requirements?.some(asksForW9)) return 'incomplete'
  // A bank that refuses money says nothing of the tax number.
  return state === 'ready' || requirements !== null ? 'complete' : 'incomplete'
}

/** `individual.ssn_last_4`, `company.tax_id`, `person_1.address.line1`; not `external_account`. */
function asksForW9(requirement: string): boolean {
  return W9_WORDS.test(requirement)
}

const W9_WORDS = /(^|\.)(id_number|ssn_last_4|tax_id|legal_name|first_name|last_name|name|address)(\.|$)/
