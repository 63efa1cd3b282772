/** What others may call for somebody, or see of it, written down a second time and by hand: what is not here, nobody may. */
import { expect, test } from 'vitest'
import { HIDDEN_FROM_SEEING, onlyReads } from './acting.ts'
import { SHARED_CALLS } from './shared-calls.ts'

const SHARED: Readonly<Record<string, string>> = {
  see: `
    GET /api/complex
    GET /api/complex-night
    GET /api/complex-report
    GET /api/crew-mark
    GET /api/customer-summary
    GET /api/export-visits
    GET /api/job-filters
    GET /api/pickups
    GET /api/place-checklists
    GET /api/place-crews
    GET /api/planning-progress
    GET /api/properties
    GET /api/property
    GET /api/property-groups
    GET /api/stay-sources
    GET /api/turnovers
    GET /api/unread-conversations
    GET /api/violation-trends
    GET /api/violations
    GET /api/violations-csv
    GET /api/visit
    GET /api/visit-arrival
    GET /api/visit-crew
    GET /api/visit-feedback
    GET /api/visit-now
    GET /api/visit-reasons
    GET /api/visit-timeline
    GET /api/weekly-job
    POST /api/get-complex-groups
    POST /api/get-complexes
    POST /api/get-conversations
    POST /api/get-messages
    POST /api/get-portfolio-month
    POST /api/get-properties
    POST /api/get-visits
    POST /api/get-weekly-job-ids
    POST /api/get-weekly-jobs
    POST /api/remove-job-filter
    POST /api/save-job-filter
  `,
  schedule: `
    GET /api/bulk-changes
    GET /api/known-crews
    POST /api/add-complex-exception
    POST /api/answer-access-problem
    POST /api/book-weekly-jobs
    POST /api/cancel-weekly-job
    POST /api/change-weekly-job
    POST /api/confirm-missing-stays
    POST /api/get-booking-holidays
    POST /api/make-door-link
    POST /api/mark-crew
    POST /api/move-visit
    POST /api/open-dispute
    POST /api/pause-feed
    POST /api/pause-weekly-job
    POST /api/preview-bulk-change
    POST /api/preview-schedule-change
    POST /api/pull-feed
    POST /api/rate-visit
    POST /api/read-messages
    POST /api/remove-complex-exception
    POST /api/resume-weekly-job
    POST /api/save-pickup-rule
    POST /api/save-place-checklist
    POST /api/save-place-crews
    POST /api/save-turnover-rule
    POST /api/say-refilled
    POST /api/send-message
    POST /api/send-message-photo
    POST /api/set-turnover-hours
    POST /api/skip-turnover
    POST /api/skip-visit
    POST /api/start-bulk-change
    POST /api/undo-bulk-change
    POST /api/unmove-visit
    POST /api/unskip-turnover
    POST /api/unskip-visit
    POST /api/upload-dispute-photo
    POST /api/withdraw-dispute
  `,
  places: `
    GET /api/checkpoints
    GET /api/checkpoints-pdf
    GET /api/report-addresses
    POST /api/add-feed
    POST /api/add-report-address
    POST /api/make-checkpoints
    POST /api/remove-building
    POST /api/remove-complex
    POST /api/remove-feed
    POST /api/remove-property
    POST /api/remove-report-address
    POST /api/renew-checkpoint
    POST /api/restore-property
    POST /api/save-building
    POST /api/update-complex
    POST /api/update-property
  `,
  'places, of every place': `
    POST /api/add-complex
    POST /api/add-property
  `,
  prices: `
    GET /api/dispute
    GET /api/on-demand-order
    GET /api/pricing
    POST /api/get-on-demand-orders
    POST /api/get-quote
  `,
  pay: `
    POST /api/answer-extra-work
    POST /api/tip-visit
    POST /api/undo-tip
  `,
  'pay, of every place': `
    GET /api/billing
    GET /api/credit-note-pdf
    GET /api/invoice
    GET /api/invoice-pdf
    GET /api/invoices
    GET /api/payment
    GET /api/payments
    GET /api/payments-csv
    GET /api/receipt-pdf
    POST /api/get-payment-method
    POST /api/pay-now
    POST /api/write-payments-csv
  `,
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

test.each(Object.entries(SHARED))(
  'a helper with the right to “%s” may call these, and no other',
  (right, calls) => {
    const named = Object.entries(SHARED_CALLS)
      .filter(([, need]) => (need.isWhole === true ? `${need.right}, of every place` : need.right) === right)
      .map(([key]) => key)
    expect(named.sort()).toEqual(linesOf(calls))
  },
)

test('every shared call is in one of the lists', () => {
  expect(Object.keys(SHARED_CALLS).sort()).toEqual(Object.values(SHARED).flatMap(linesOf).sort())
})

test('whoever looks as somebody else sees none of what is the person’s alone', () => {
  expect([...HIDDEN_FROM_SEEING].sort()).toEqual(
    linesOf(`
      GET /api/calendars
      GET /api/data-export.json
      GET /api/data-exports
      GET /api/leaving
      GET /api/passkeys
      GET /api/payout-account
      GET /api/sessions
      GET /api/sign-in-ways
      GET /api/tax-exemptions
      GET /api/tax-year
      POST /api/get-conversations
      POST /api/get-messages
    `),
  )
})

test.each([
  ['GET /api/visit', true],
  ['POST /api/get-visits', true],
  ['POST /api/preview-refund', true],
  ['POST /api/getaway', false],
  ['POST /api/skip-visit', false],
  ['DELETE /api/visit', false],
  ['POST /api/forget-visits', false],
])('%s only reads: %j', (key, reads) => {
  expect(onlyReads(key)).toBe(reads)
})
