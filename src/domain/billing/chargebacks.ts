/** What an operator can answer a chargeback, and what the answer may carry. A chargeback is the bank's word, not a dispute. */

/** The parts of the evidence that an operator may leave out; the visits' own facts always go. */
export const EVIDENCE_PARTS = ['photos', 'messages', 'history'] as const
export type EvidencePart = (typeof EVIDENCE_PARTS)[number]

export type ChargebackState = 'needs_evidence' | 'under_review' | 'won' | 'lost'

/** The provider hears evidence, or that we accept, only once and only until its day. */
export function canAnswer(
  { state, evidenceDueAt }: { readonly state: ChargebackState; readonly evidenceDueAt: number | null },
  now: number,
): boolean {
  return state === 'needs_evidence' && (evidenceDueAt === null || now < evidenceDueAt)
}

/** How an operator reads the end of it: one that nobody answered has expired. */
export type ChargebackEnd = 'won' | 'lost' | 'accepted' | 'expired' | 'returned'

export function endOf(chargeback: {
  readonly state: ChargebackState
  readonly hasEvidence: boolean
  readonly isAccepted: boolean
  /** Of a bank debit: there was never anything to answer. */
  readonly isReturn: boolean
}): ChargebackEnd | null {
  if (chargeback.state === 'won') return 'won'
  if (chargeback.state !== 'lost') return null
  if (chargeback.isReturn) return 'returned'
  if (chargeback.isAccepted) return 'accepted'
  return chargeback.hasEvidence ? 'lost' : 'expired'
}
