import type { Bug } from './bug.ts'

const PARTS = 'src/domain/billing/refund-parts.ts'

/** What survived when money was attacked. */
export const MONEY_BUGS: readonly Bug[] = [
  {
    bug: 'a commission is released before its 7 days',
    file: 'src/server/commissions/commission-queries.ts',
    from: ".where('commission.available_at', '<=', toTimestamp(now))",
    to: '',
    test: [
      'src/server/commissions/commissions.test.ts',
      'planted: are nobody’s before the seven days are over, whatever runs meanwhile',
    ],
  },
  {
    bug: 'a dispute takes the whole pay of the crew on a part refund',
    file: PARTS,
    from: 'const crew = shareTakenBack(crewPayCents, owedCents, clawing) - earlier.crewCents',
    to: 'const crew = crewPayCents - earlier.crewCents + clawing * 0',
    test: [
      'src/domain/billing/refund-parts.test.ts',
      'takes nothing of a crew that does not bear it, and its whole pay by what it bears in the end',
    ],
  },
  {
    bug: 'a part refund takes all of the tax',
    file: PARTS,
    from: 'const tax = shareTakenBack(taxCents, owedCents, given) - earlier.taxCents',
    to: 'const tax = taxCents - earlier.taxCents + given * 0',
    test: [
      'src/server/refunds/hostile-refunds.test.ts',
      '$1 of a $100 payment of which $99 was credit takes 1 % of the pay, the tax and the commission',
    ],
  },
  {
    bug: 'a payment that is paid releases no earnings',
    file: 'src/server/payments/settle-charge.ts',
    from: 'await releaseEarnings(trx, paymentId, now)\n  await earnCustomerCommission',
    to: 'await earnCustomerCommission',
    test: [
      'src/server/payments/lying-bank.test.ts',
      'planted: a payment that is paid releases what its crew earned, before the three days',
    ],
  },
  {
    bug: 'a failed refund stays counted',
    file: 'src/server/refunds/settle-refund.ts',
    from: 'await saveRefundedCents(trx, refund.payment_id)\n  await notifyOfFailedRefund',
    to: 'await notifyOfFailedRefund',
    test: [
      'src/server/refunds/hostile-refunds.test.ts',
      'after it had succeeded gives crew and sponsors back what it took',
    ],
  },
  {
    bug: 'a hold is not released when the card was charged otherwise',
    file: 'src/server/payments/settle-charge.ts',
    from: 'await releaseHolds(trx, { paymentId, capturedIntentId: intentId, now })',
    to: '',
    test: [
      'src/server/ondemand/book-order.test.ts',
      'planted: releases what is held when the work came to cost more, and the card is charged for all of it',
    ],
  },
  {
    bug: 'credit is not locked: two bills use the same',
    file: 'src/server/ledger/queries.ts',
    from: "await db.selectFrom('users').where('id', '=', customerId).forNoKeyUpdate().select('id').execute()",
    to: '',
    test: [
      'src/server/corrections/corrections.test.ts',
      'planted: is locked, so that what ten take at once was there',
    ],
  },
  {
    bug: 'the amount that was charged is not compared with the one that was asked',
    file: 'src/server/payments/settle-charge.ts',
    from: 'if (charge.amountCents !== attempt.amountCents)',
    to: 'if (charge.amountCents < 0)',
    test: ['src/server/payments/lying-bank.test.ts', 'another amount than was asked is booked by nobody'],
  },
]
