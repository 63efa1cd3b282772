/** Cardholders' disputes with their banks, and the issuers' early word of fraud. */
import type { Stripe } from 'stripe'
import { cents } from '#domain/money.ts'
import type { Payments } from '../payments/payments.ts'
import type { Chargeback, ChargebackState } from '../payments/port.ts'
import { ask, askFor, unknownWord } from './failures.ts'
import { amountOf, idOf, instantOrNull } from './values.ts'

type Calls = Pick<Payments, 'readChargeback' | 'sendEvidence' | 'acceptChargeback' | 'readFraudWarning'>

export function createChargebacks(client: Stripe): Calls {
  return {
    readChargeback: async (chargebackId) => {
      const dispute = await askFor(() => client.disputes.retrieve(chargebackId))
      return dispute === null ? null : toChargeback(dispute)
    },
    sendEvidence: (input) => sendEvidence(client, input),
    acceptChargeback: async ({ key, chargebackId }) =>
      toChargeback(
        await ask(() => client.disputes.close(chargebackId, {}, { idempotencyKey: key }), { about: [null] }),
      ),
    readFraudWarning: async (warningId) => {
      const warning = await askFor(() =>
        client.radar.earlyFraudWarnings.retrieve(warningId, { expand: ['charge'] }),
      )
      if (warning === null) return null
      const charge = typeof warning.charge === 'string' ? null : warning.charge
      const intentId = idOf(warning.payment_intent) ?? idOf(charge?.payment_intent) ?? ''
      return { warningId: warning.id, intentId, isActionable: warning.actionable }
    },
  }
}

async function sendEvidence(
  client: Stripe,
  { key, chargebackId, evidence }: Parameters<Payments['sendEvidence']>[0],
): Promise<Chargeback> {
  const { name, type, bytes } = evidence.document
  const file = await ask(() =>
    client.files.create(
      { purpose: 'dispute_evidence', file: { name, type, data: bytes } },
      { idempotencyKey: `${key}:file` },
    ),
  )
  const dispute = await ask(
    () =>
      client.disputes.update(
        chargebackId,
        {
          evidence: {
            customer_name: evidence.customerName,
            customer_email_address: evidence.customerEmail,
            service_date: evidence.serviceDate,
            product_description: evidence.productDescription,
            refund_policy_disclosure: evidence.refundPolicy,
            uncategorized_text: evidence.statement,
            service_documentation: file.id,
          },
          submit: true,
        },
        { idempotencyKey: key },
      ),
    { about: [null] },
  )
  return toChargeback(dispute)
}

/** Stripe's words for debits of bank accounts, whose returns are final; no card network has them. */
const DEBIT_REASONS: ReadonlySet<string> = new Set([
  'bank_cannot_process',
  'customer_initiated',
  'debit_not_authorized',
  'incorrect_account_details',
  'insufficient_funds',
])

function toChargeback(dispute: Stripe.Dispute): Chargeback {
  const lines = dispute.balance_transactions
  const fee = lines.reduce((sum, line) => sum + line.fee, 0)
  const isReturn = DEBIT_REASONS.has(dispute.reason)
  return {
    ...amountOf(dispute),
    chargebackId: dispute.id,
    intentId: idOf(dispute.payment_intent) ?? '',
    state: isReturn && dispute.status !== 'won' ? 'lost' : stateOf(dispute.status),
    isReturn,
    reason: dispute.reason,
    feeCents: lines.length === 0 ? null : cents(fee),
    evidenceDueAt: instantOrNull(dispute.evidence_details.due_by),
  }
}

/** An inquiry ('warning') has taken nothing yet; one that is closed ended well. */
function stateOf(status: Stripe.Dispute['status']): ChargebackState {
  switch (status) {
    case 'needs_response':
    case 'warning_needs_response':
    case 'appeal_needs_response':
      return 'needs_evidence'
    case 'under_review':
    case 'warning_under_review':
    case 'appeal_under_review':
      return 'under_review'
    case 'won':
    case 'warning_closed':
    case 'prevented':
      return 'won'
    case 'lost':
      return 'lost'
    default:
      throw unknownWord('the state of a chargeback', status)
  }
}
