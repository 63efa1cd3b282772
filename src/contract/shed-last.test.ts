/** What is refused last when more comes than can be answered: money, and what says that work was done. */
import { describe, expect, test } from 'vitest'
import { onlyReads } from './acting.ts'
import { approvals } from './approvals.ts'
import { chargebacks } from './chargebacks.ts'
import { checkpoints } from './checkpoints.ts'
import { complexes } from './complexes.ts'
import { corrections } from './corrections.ts'
import { disputes } from './disputes.ts'
import type { Endpoint } from './endpoint.ts'
import { feedbackContract } from './feedback.ts'
import { contract } from './index.ts'
import { lateCompletions } from './late-completions.ts'
import { moneyDesk } from './money-desk.ts'
import { ondemand } from './ondemand.ts'
import { partners } from './partners.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { photos } from './photos.ts'
import { receivables } from './receivables.ts'
import { refunds } from './refunds.ts'
import { today } from './today.ts'
import { work } from './work.ts'

/** Where money moves and where work is done: each call of these that changes something is refused last, or may wait. */
const OF_MONEY_AND_WORK: readonly object[] = [
  approvals,
  chargebacks,
  checkpoints,
  complexes,
  corrections,
  disputes,
  feedbackContract,
  lateCompletions,
  moneyDesk,
  ondemand,
  partners,
  payments,
  payouts,
  photos,
  receivables,
  refunds,
  today,
  work,
]

const MAY_WAIT: Readonly<Record<string, readonly string[]>> = {
  'what is only looked for, tried out or written down': [
    'POST /api/ask-approval',
    'POST /api/find-credit-customers',
    'POST /api/look-for-payment',
    'POST /api/quote-on-demand',
    'POST /api/rate-visit',
    'POST /api/remind-of-invoice',
    'POST /api/save-on-demand-draft',
    'POST /api/send-receipt',
  ],
  'who pays and is paid, from the next time on': [
    'POST /api/choose-payment-method',
    'POST /api/connect-payout-account',
    'POST /api/resume-service',
    'POST /api/save-billing-details',
    'POST /api/save-complex-po-number',
    'POST /api/set-terms',
  ],
  'before an order is booked': [
    'POST /api/claim-on-demand-draft',
    'POST /api/remove-order-photo',
    'POST /api/upload-order-photo',
  ],
  'what is said of work, and not that it is done': [
    'POST /api/answer-access-problem',
    'POST /api/answer-dispute',
    'POST /api/dismiss-late-completion',
    'POST /api/open-dispute',
    'POST /api/reorder-day',
    'POST /api/upload-dispute-photo',
    'POST /api/withdraw-dispute',
    'POST /api/withdraw-extra-work',
  ],
  'complexes and their codes, at a desk': [
    'POST /api/add-complex',
    'POST /api/add-complex-exception',
    'POST /api/make-checkpoints',
    'POST /api/remove-building',
    'POST /api/remove-complex',
    'POST /api/remove-complex-exception',
    'POST /api/remove-complex-group',
    'POST /api/rename-complex-group',
    'POST /api/renew-checkpoint',
    'POST /api/save-building',
    'POST /api/update-complex',
  ],
  'lists of partners, before anything is paid': [
    'POST /api/confirm-partner-statement',
    'POST /api/discard-partner-statement',
    'POST /api/match-partner-crew',
    'POST /api/move-partner-line',
    'POST /api/upload-partner-statement',
  ],
  'papers, and books that are only compared': [
    'POST /api/decide-tax-exemption',
    'POST /api/explain-difference',
    'POST /api/file-sales-tax',
    'POST /api/mark-tax-forms',
    'POST /api/remind-tax-form',
    'POST /api/run-reconcile',
    'POST /api/void-invoice',
  ],
  'the embedded provider, which is no bank': [
    'POST /api/demo-bank/answer-challenge',
    'POST /api/demo-bank/answer-payout-questions',
    'POST /api/demo-bank/get-challenge',
    'POST /api/demo-bank/get-payout-link',
    'POST /api/demo-bank/tokenise-bank-account',
    'POST /api/demo-bank/tokenise-card',
  ],
}

const endpoints: Readonly<Record<string, Endpoint>> = contract
const lastOnes = Object.keys(endpoints).filter((key) => endpoints[key]!.isShedLast)

test('each call of money and of work that changes something is refused last, or has its reason why not', () => {
  const byDesk = Object.keys(endpoints).filter((key) =>
    /^(money|refund)$/.test(endpoints[key]!.capability ?? ''),
  )
  const all = new Set([...OF_MONEY_AND_WORK.flatMap((part) => Object.keys(part)), ...byDesk])
  const changing = [...all].filter((key) => !onlyReads(key))
  const waiting = Object.values(MAY_WAIT).flat()
  expect([...lastOnes, ...waiting].toSorted()).toEqual(changing.toSorted())
})

describe('whatever a phone keeps until it is sent, that ends work,', () => {
  test.each(['start-visit', 'upload-visit-photo', 'complete-visit', 'mark-item', 'pass-checkpoint'])(
    'is refused last: %s',
    (name) => expect(lastOnes).toContain(`POST /api/${name}`),
  )
})

test('nothing that only reads takes the room of money', () => {
  expect(lastOnes.filter(onlyReads)).toEqual([])
})
