/**
 * Four eyes over what goes out by hand: what one operator alone gives a customer back within a day stays below a limit.
 * Above it another has to approve, who did not ask for it.
 */
import { keysOf } from '../keys.ts'
import type { Cents } from '../money.ts'
import { isRefusal, type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import type { Instant } from '../time.ts'
import type { Capability } from './roles.ts'

/** By what money goes out, and what one has to be able to do to ask for it by oneself. */
export const CAPABILITY_OF_APPROVAL = {
  refund: 'refund',
  credit: 'refund',
  dispute: 'support',
  fraud_warning: 'money',
} as const satisfies Readonly<Record<string, Capability>>

export type ApprovalKind = keyof typeof CAPABILITY_OF_APPROVAL
export const APPROVAL_KINDS = keysOf(CAPABILITY_OF_APPROVAL)

export const APPROVAL_STATES = ['waiting', 'approved', 'declined', 'withdrawn', 'expired'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

export const APPROVAL_STEPS = ['approve', 'decline', 'withdraw'] as const
export type ApprovalStep = (typeof APPROVAL_STEPS)[number]

/** So long several small amounts count as one: a large refund in parts is a large refund. */
export const ALONE_WINDOW_HOURS = 24

/** `aloneCents`: what operators gave the customer in that time without a second person, with what is asked for now. */
export function decideAlone(
  aloneCents: Cents,
  { secondPersonAboveCents }: Pick<BusinessSettings, 'secondPersonAboveCents'>,
): { readonly aloneCents: Cents } | Refusal {
  return aloneCents > secondPersonAboveCents ? refuse('second_person_needed') : { aloneCents }
}

type Asked<Id> = { readonly state: ApprovalState; readonly askedBy: Id; readonly expiresAt: Instant }

/** Whoever asked may only take it back, and nobody else may. */
export function decideApproval<Id>(
  asked: Asked<Id>,
  { step, by, note, now }: { step: ApprovalStep; by: Id; note: string; now: Instant },
): { readonly state: ApprovalState } | Refusal {
  if (asked.state !== 'waiting') return refuse('approval_decided')
  if (now >= asked.expiresAt) return refuse('approval_expired')
  const isOwn = asked.askedBy === by
  if (isOwn !== (step === 'withdraw')) return refuse(isOwn ? 'own_approval' : 'not_allowed')
  if (step === 'decline' && note.trim() === '') return refuse('reason_missing')
  return { state: STATE_AFTER[step] }
}

const STATE_AFTER = {
  approve: 'approved',
  decline: 'declined',
  withdraw: 'withdrawn',
} as const satisfies Readonly<Record<ApprovalStep, ApprovalState>>

/** What somebody may do with it now: for buttons, by the same rule. */
export function stepsOpen<Id>(asked: Asked<Id>, by: Id, now: Instant): ApprovalStep[] {
  return APPROVAL_STEPS.filter((step) => !isRefusal(decideApproval(asked, { step, by, note: 'any', now })))
}
