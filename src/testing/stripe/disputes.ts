/** Chargebacks: the money is gone at once, and comes back to whoever proves his case. */
import type { Stripe } from 'stripe'
import { DAY_SECONDS, move } from './balance.ts'
import { type Answers, idOf, mergeMetadata } from './call.ts'
import { saveCharge } from './charges.ts'
import { emit } from './events.ts'
import { answerList } from './lists.ts'
import { refuse } from './problems.ts'
import type { World } from './world.ts'

const FEE_CENTS = 1_500
const ANSWER_SECONDS = 9 * DAY_SECONDS

export const disputeAnswers: Answers = {
  'GET /v1/disputes': (call, params: Stripe.DisputeListParams) =>
    answerList(call, 'dispute', params, {
      keep: ({ charge, payment_intent }) =>
        (params.charge === undefined || idOf(charge) === params.charge) &&
        (params.payment_intent === undefined || idOf(payment_intent) === params.payment_intent),
    }),
  'GET /v1/disputes/:id': ({ world, ids }) => world.need('dispute', ids[0]!),
  'POST /v1/disputes/:id': ({ world, ids }, params: Stripe.DisputeUpdateParams) =>
    answerDispute(world, world.need('dispute', ids[0]!), params),
  'POST /v1/disputes/:id/close': ({ world, ids }) => {
    const dispute = world.need('dispute', ids[0]!)
    if (dispute.status !== 'needs_response') refuseClosed(dispute)
    return decideDispute(world, dispute.id, 'lost')
  },
  'GET /v1/radar/early_fraud_warnings': (call, params: Stripe.Radar.EarlyFraudWarningListParams) =>
    answerList(call, 'radar.early_fraud_warning', params, {
      keep: ({ charge, payment_intent }) =>
        (params.charge === undefined || idOf(charge) === params.charge) &&
        (params.payment_intent === undefined || idOf(payment_intent) === params.payment_intent),
    }),
  'GET /v1/radar/early_fraud_warnings/:id': ({ world, ids }) =>
    world.need('radar.early_fraud_warning', ids[0]!),
}

/** A bank debit that comes back is lost from the first: there is nothing to answer. */
export function openDispute(world: World, chargeId: string, said: string, cents?: number): Stripe.Dispute {
  const charge = world.need('charge', chargeId)
  const isDebit = charge.payment_method_details?.type === 'us_bank_account'
  const reason = isDebit && said === 'fraudulent' ? 'insufficient_funds' : said
  // What was refunded before is no matter of the bank's any more, nor what it has taken back already.
  const left = charge.amount - charge.amount_refunded - takenBack(world, chargeId)
  const amount = cents ?? left
  if (amount <= 0 || amount > left) throw new Error(`${left} cents are left of ${chargeId}`)
  const id = world.newId('du')
  const withdrawn = move(world, { type: 'adjustment', amount: -amount, fee: FEE_CENTS, source: id })
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [withdrawn],
    charge: charge.id,
    created: world.nowSeconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: world.nowSeconds() + ANSWER_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: world.isLive,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    ...(isDebit
      ? {}
      : {
          payment_method_details: {
            card: {
              brand: charge.payment_method_details?.card?.brand ?? 'visa',
              case_type: 'chargeback',
              network: 'visa',
              network_reason_code: '10.4',
            },
            type: 'card',
          },
        }),
    reason,
    status: isDebit ? 'lost' : 'needs_response',
  }
  world.save('dispute', dispute)
  const disputed: Stripe.Charge = { ...charge, disputed: true }
  saveCharge(world, disputed)
  world.setNote(charge.id, 'is_charged_back', true)
  world.setNote(charge.id, 'charged_back_cents', takenBack(world, chargeId) + amount)
  if (!isDebit) world.later(ANSWER_SECONDS, 'dispute_lapses', id)
  emit(world, 'charge.dispute.created', dispute)
  emit(world, 'charge.dispute.funds_withdrawn', dispute)
  if (isDebit) emit(world, 'charge.dispute.closed', dispute)
  return dispute
}

/** Nobody answered in time. */
export function lapseDispute(world: World, id: string): void {
  if (world.need('dispute', id).status === 'needs_response') decideDispute(world, id, 'lost')
}

export function decideDispute(world: World, id: string, outcome: 'won' | 'lost'): Stripe.Dispute {
  const dispute = world.need('dispute', id)
  if (dispute.status === 'won' || dispute.status === 'lost') refuseClosed(dispute)
  const decided: Stripe.Dispute = { ...dispute, status: outcome }
  if (outcome === 'won') {
    const charge = String(idOf(dispute.charge))
    world.setNote(charge, 'charged_back_cents', takenBack(world, charge) - dispute.amount)
    decided.balance_transactions = [
      ...dispute.balance_transactions,
      move(world, { type: 'adjustment', amount: dispute.amount, source: id }),
    ]
  }
  world.save('dispute', decided)
  if (outcome === 'won') emit(world, 'charge.dispute.funds_reinstated', decided)
  emit(world, 'charge.dispute.closed', decided)
  return decided
}

function takenBack(world: World, chargeId: string): number {
  return Number(world.note(chargeId, 'charged_back_cents') ?? 0)
}

export function warnOfFraud(world: World, chargeId: string): Stripe.Radar.EarlyFraudWarning {
  const charge = world.need('charge', chargeId)
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: world.newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created: world.nowSeconds(),
    fraud_type: 'unauthorized_use_of_card',
    livemode: world.isLive,
    payment_intent: String(idOf(charge.payment_intent)),
  }
  world.save('radar.early_fraud_warning', warning)
  emit(world, 'radar.early_fraud_warning.created', warning)
  return warning
}

/** `winning_evidence` and `losing_evidence` decide at once, as in Stripe's test mode; else somebody decides later. */
function answerDispute(
  world: World,
  dispute: Stripe.Dispute,
  params: Stripe.DisputeUpdateParams,
): Stripe.Dispute {
  const { enhanced_evidence: _enhanced, appeal: _appeal, ...sent } = params.evidence ?? {}
  if (dispute.status !== 'needs_response' && params.evidence !== undefined) refuseClosed(dispute)
  for (const [field, value] of Object.entries(sent))
    if (FILE_FIELDS.has(field) && value !== '') world.need('file', value, null, `evidence[${field}]`)
  const isSubmitted = params.evidence !== undefined && params.submit !== false
  const changed: Stripe.Dispute = {
    ...dispute,
    metadata: mergeMetadata(dispute.metadata, params.metadata),
    evidence: { ...dispute.evidence, ...sent },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: dispute.evidence_details.has_evidence || Object.keys(sent).length > 0,
      submission_count: dispute.evidence_details.submission_count + (isSubmitted ? 1 : 0),
      submission_method: isSubmitted ? 'manual' : dispute.evidence_details.submission_method,
    },
    status: isSubmitted ? 'under_review' : dispute.status,
  }
  world.save('dispute', changed)
  emit(world, 'charge.dispute.updated', changed)
  const text = sent.uncategorized_text
  if (isSubmitted && text === 'winning_evidence') return decideDispute(world, dispute.id, 'won')
  if (isSubmitted && text === 'losing_evidence') return decideDispute(world, dispute.id, 'lost')
  return changed
}

const FILE_FIELDS = new Set([
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
])

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

function refuseClosed(dispute: Stripe.Dispute): never {
  refuse(`This dispute is already closed, or evidence was submitted: it has a status of ${dispute.status}.`)
}
