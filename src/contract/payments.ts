/** What customers pay: cards, charges, receipts, refunds. */
import { z } from 'zod'
import { RECEIPT_LINES } from '#domain/billing/receipt.ts'
import type { PaymentId, RefundId, VisitId } from '#domain/ids.ts'
import { JOURNAL_KINDS } from '#domain/ledger/journal-kinds.ts'
import { card, nextAction, oneTimeToken, setupToken } from './cards.ts'
import { defineEndpoints } from './endpoint.ts'
import { isRoutingNumber, statement } from './payouts.ts'
import { says } from './sentences.ts'
import { amountCents, billedTo, cursor, day, done, id, letterhead, moment, usedExemption } from './shapes.ts'

const paymentState = z.enum(['due', 'charging', 'paid', 'declined', 'written_off', 'invoiced'])

export const paymentSummary = z.object({
  id: id<PaymentId>(),
  periodStart: day,
  periodEnd: day,
  state: paymentState,
  totalCents: amountCents,
  /** Credit of the customer's own that it used up, beside the total. */
  creditCents: amountCents,
  refundedCents: amountCents,
  visitCount: z.int(),
  createdAt: moment,
  paidAt: moment.nullable(),
  nextAttemptAt: moment.nullable(),
  lastDecline: z.string().nullable(),
})

/** `other` is what a newer release booked. */
export const journalKind = z.enum([...JOURNAL_KINDS, 'other'])

const receipt = paymentSummary.extend({
  kind: z.literal('receipt'),
  customerName: z.string(),
  letterhead,
  /** As its invoice says it, else as the customer says it now. */
  billedTo,
  lines: z.array(
    z.object({
      kind: z.enum(RECEIPT_LINES),
      visitId: id<VisitId>().nullable(),
      date: day.nullable(),
      /** In the reader's language. */
      serviceName: z.string().nullable(),
      placeName: z.string().nullable(),
      description: z.string(),
      /** A trip in vain, which is charged for. */
      isCallOut: z.boolean(),
      amountCents,
    }),
  ),
  /** By which something on it was not taxed. */
  exemptions: z.array(usedExemption),
  subtotalCents: amountCents,
  taxCents: amountCents,
  couponCents: amountCents,
  /** Of the coupons that gave it; none for what was given before codes were kept. */
  couponCodes: z.array(z.string()),
  /** What it came to in the end: the total without what was given back. */
  netCents: amountCents,
  /** Of that, sales tax: what was given back took its part of it along. */
  netTaxCents: amountCents,
  refunds: z.array(
    z.object({
      id: id<RefundId>(),
      amountCents,
      /** Of the amount, what became credit again. */
      creditCents: amountCents,
      reason: z.string(),
      state: z.enum(['pending', 'succeeded', 'failed']),
      createdAt: moment,
    }),
  ),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** What the books say about this payment: its journals, and what the customer still owes for it. */
  ledger: z.object({
    journals: z.array(z.object({ key: z.string(), kind: journalKind, at: moment, amountCents })),
    owedCents: amountCents,
  }),
})

const chargeResult = z.object({
  state: z.enum(['paid', 'declined', 'processing', 'requires_action', 'nothing_due']),
  paidCents: amountCents,
  dueCents: amountCents,
  declineCode: z.string().nullable(),
  /** What the browser must do before it calls again; only where the state is `requires_action`. */
  nextAction: nextAction.nullable(),
})

/** Opens one question of a bank, and nothing else. */
const clientSecret = z.string().regex(/^[A-Za-z0-9_-]{8,200}$/, says('linkNotComplete'))

const page = { cursor: cursor.optional(), limit: z.coerce.number().int().min(1).max(100).default(25) }

/** Null for a provider whose form is among our pages. */
const cardForm = z.object({
  form: z.object({ setupToken: z.string(), clientSecret: z.string() }).nullable(),
})

export const payments = defineEndpoints({
  'POST /api/get-payment-method': {
    access: 'any',
    summary:
      'The card or bank account that pays bills, and whether something is wrong with paying (seed §7).',
    body: z.object({}),
    reply: z.object({
      hasCard: z.boolean(),
      card: card.nullable(),
      /** What orders on demand are held on: the card, whatever pays the bills. */
      orderCard: card.nullable(),
      dueCents: amountCents,
      error: z.string().optional(),
    }),
  },
  'POST /api/open-card-form': {
    access: 'customer',
    summary: 'What the provider’s own form needs in the browser; null for a provider whose form is ours.',
    /** Orders on demand take cards alone. */
    body: z.object({ takesBankAccounts: z.boolean().default(false) }),
    reply: cardForm,
    callsPerMinute: 20,
    isShedLast: true,
  },
  'POST /api/open-update-billing-form': {
    access: 'public',
    summary: 'The same for a link from a mail, without signing in. Uses nothing up.',
    body: z.strictObject({ token: oneTimeToken }),
    reply: cardForm,
    callsPerMinute: 20,
    isShedLast: true,
  },
  'POST /api/save-card': {
    access: 'customer',
    isShedLast: true,
    needsFreshPassword: true,
    summary:
      'Keeps the card or bank account that the provider’s form took; it pays bills from now on, and what is due.',
    /** A card for an order on demand leaves Monday's bill with the bank account that pays it. */
    body: z.strictObject({ setupToken, isForOrder: z.boolean().default(false) }),
    /** No card: its bank asks a question first. The same token is sent again after the answer. */
    reply: z.object({ card: card.nullable(), charge: chargeResult }),
    callsPerMinute: 20,
  },
  'POST /api/choose-payment-method': {
    access: 'customer',
    needsFreshPassword: true,
    summary: 'Says which of the card and the bank account on file pays bills from now on.',
    body: z.strictObject({ kind: z.enum(['card', 'bank_account']) }),
    reply: done,
    callsPerMinute: 20,
  },
  'POST /api/pay-now': {
    access: 'customer',
    isShedLast: true,
    summary: 'Charges everything that is due to the card on file.',
    body: z.object({}),
    reply: chargeResult,
    callsPerMinute: 20,
  },
  'GET /api/payments': {
    access: 'customer',
    summary: 'The payments, newest first, a page at a time.',
    query: z.object(page),
    reply: z.object({ payments: z.array(paymentSummary), nextCursor: z.string().nullable() }),
  },
  'GET /api/payment': {
    access: 'any',
    summary: 'One customer’s receipt or one crew’s statement.',
    query: z.object({ id: id<PaymentId>() }),
    reply: z.discriminatedUnion('kind', [receipt, statement]),
  },
  'POST /api/get-update-billing': {
    access: 'public',
    summary: 'What a link from a mail about a declined card is for. Uses nothing up.',
    body: z.strictObject({ token: oneTimeToken }),
    reply: z.object({ firstName: z.string(), dueCents: amountCents, cardLast4: z.string().nullable() }),
    callsPerMinute: 20,
  },
  'POST /api/update-billing': {
    access: 'public',
    isShedLast: true,
    summary: 'Replaces the card without signing in and pays what is due. The link works once.',
    body: z.strictObject({ token: oneTimeToken, setupToken }),
    reply: chargeResult.extend({
      /** Null: its bank asks a question first. The same token is sent again after the answer. */
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      /** Opens the page again where the new card was declined, too, or its bank asks about the payment. */
      nextToken: z.string().nullable(),
    }),
    callsPerMinute: 10,
  },
  'POST /api/pay-by-link': {
    access: 'public',
    isShedLast: true,
    summary: 'Goes on paying without signing in, after the bank’s question was answered.',
    body: z.strictObject({ token: oneTimeToken }),
    reply: chargeResult,
    callsPerMinute: 10,
  },
  'POST /api/payment-webhook': {
    access: 'public',
    isShedLast: true,
    summary: 'The payment provider says that something happened; signed by it.',
    takesFile: { maximumBytes: 64 * 1024, types: ['application/json'] },
    reply: z.object({ received: z.literal(true) }),
  },
  'POST /api/payee-webhook': {
    access: 'public',
    isShedLast: true,
    summary:
      'The payment provider says that something happened at a payee’s account; signed with a secret of its own.',
    takesFile: { maximumBytes: 64 * 1024, types: ['application/json'] },
    reply: z.object({ received: z.literal(true) }),
  },
  'POST /api/demo-bank/get-challenge': {
    access: 'public',
    summary: 'The embedded provider: what a bank asks the holder of a card.',
    body: z.strictObject({ clientSecret }),
    reply: z.object({ brand: z.string(), last4: z.string(), amountCents: amountCents.nullable() }),
    callsPerMinute: 30,
  },
  'POST /api/demo-bank/answer-challenge': {
    access: 'public',
    summary: 'The embedded provider: the holder’s answer to the bank.',
    body: z.strictObject({ clientSecret, isApproved: z.boolean() }),
    reply: z.object({ ok: z.literal(true) }),
    callsPerMinute: 30,
  },
  'POST /api/demo-bank/tokenise-card': {
    access: 'public',
    summary: 'The embedded provider’s card form: takes a test card and answers a token for it.',
    body: z.strictObject({
      number: z
        .string()
        .max(30)
        .transform((text) => text.replaceAll(/[ -]/g, ''))
        .pipe(z.string().regex(/^\d{12,19}$/, says('checkCardNumber'))),
      expiresMonth: z.int().min(1, says('month')).max(12, says('month')),
      expiresYear: z.int().min(2000, says('year')).max(2100, says('year')),
      cvc: z.string().regex(/^\d{3,4}$/, says('cardCodeDigits')),
    }),
    reply: z.object({ setupToken: z.string() }),
    callsPerMinute: 20,
  },
  'POST /api/demo-bank/tokenise-bank-account': {
    access: 'public',
    summary: 'The embedded provider’s form for bank debits: takes a test account and answers a token for it.',
    body: z.strictObject({
      routingNumber: z
        .string()
        .regex(/^\d{9}$/, says('routingNumberDigits'))
        .refine(isRoutingNumber, says('checkRoutingNumber')),
      accountNumber: z.string().regex(/^\d{4,17}$/, says('accountNumberDigits')),
      /** Agrees to being debited. */
      isAgreed: z.literal(true),
    }),
    reply: z.object({ setupToken: z.string() }),
    callsPerMinute: 20,
  },
  'GET /api/market-payments': {
    access: 'operator',
    capability: 'see_money',
    summary: 'All customers’ payments, newest first, a page at a time.',
    query: z.object({ ...page, state: paymentState.optional() }),
    reply: z.object({
      payments: z.array(paymentSummary.extend({ customerName: z.string() })),
      nextCursor: z.string().nullable(),
    }),
  },
})
