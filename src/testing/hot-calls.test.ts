/** Every call that reads is asked of the large tables, or says why not: a new one finds its place in one of the two. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onlyReads } from '#contract/acting.ts'
import { contract } from '#contract/index.ts'

const NOT_ASKED: Readonly<Record<string, readonly string[]>> = {
  'a file: of a list that is asked, or a paper of one thing': [
    'GET /api/ageing-csv',
    'GET /api/audit-log-csv',
    'GET /api/cohort-rows-csv',
    'GET /api/cohorts-csv',
    'GET /api/credit-note-pdf',
    'GET /api/credit-note-pdf-by-link',
    'GET /api/data-export.json',
    'GET /api/earnings-csv',
    'GET /api/evidence-pdf',
    'GET /api/export-visits',
    'GET /api/invoice-pdf',
    'GET /api/invoice-pdf-by-link',
    'GET /api/number-rows-csv',
    'GET /api/numbers-by-city-csv',
    'GET /api/numbers-csv',
    'GET /api/payments-csv',
    'GET /api/property-import-refusals.csv',
    'GET /api/sales-tax-report-csv',
    'GET /api/tax-exemption-file',
    'GET /api/tax-forms-csv',
    'GET /api/tax-year-csv',
    'GET /api/tax-year-pdf',
  ],
  'by a link, for the one thing that it leads to': [
    'POST /api/get-invoice-by-link',
    'POST /api/get-on-demand-draft',
    'POST /api/get-unsubscribe',
    'POST /api/get-update-billing',
  ],
  'grows with what one customer or coupon has': [
    'GET /api/account-merge',
    'GET /api/cohort-rows',
    'GET /api/coupon-uses',
    'GET /api/known-crews',
    'GET /api/merge-candidates',
    'GET /api/pickups',
  ],
  'of complexes and their nights, of which the fill has none': [
    'GET /api/checkpoints',
    'GET /api/checkpoints-pdf',
    'GET /api/complex',
    'GET /api/complex-night',
    'GET /api/complex-report',
    'GET /api/crew-complex',
    'GET /api/night-round',
    'GET /api/report-addresses',
    'GET /api/violation-trends',
    'GET /api/violations',
    'GET /api/violations-csv',
  ],
  'of one thing, by its number': [
    'GET /api/approval',
    'GET /api/chargeback',
    'GET /api/coupon',
    'GET /api/crew-photo',
    'GET /api/dispatch-plan',
    'GET /api/invoice',
    'GET /api/late-completion',
    'GET /api/offer',
    'GET /api/on-demand-order',
    'GET /api/partner-statement',
    'GET /api/property-import',
    'GET /api/reconcile-difference',
    'GET /api/reconcile-run',
  ],
  'of what an account or a city has a few of, however long it lives': [
    'GET /api/config',
    'GET /api/daily-digest',
    'GET /api/health',
    'GET /api/hospitable',
    'GET /api/house-text',
    'GET /api/market',
    'GET /api/passkeys',
    'GET /api/push-key',
    'GET /api/ready',
    'GET /api/second-factor',
    'GET /api/service-checklist',
    'GET /get-started/_payload.json',
    'POST /api/get-booking-holidays',
    'POST /api/get-house-texts',
    'POST /api/get-on-demand-services',
  ],
  'what a change would do, before it is made': [
    'POST /api/preview-coupon',
    'POST /api/preview-credit-change',
    'POST /api/preview-holiday-rules',
    'POST /api/preview-partner-statement',
    'POST /api/preview-price',
    'POST /api/preview-price-end',
    'POST /api/preview-pushed-day',
    'POST /api/preview-release-assignment',
    'POST /api/preview-release-by-link',
    'POST /api/preview-release-visit',
    'POST /api/preview-schedule-change',
    'POST /api/preview-service',
    'POST /api/preview-write-off',
  ],
}

const text = readFileSync(join(import.meta.dirname, 'hot-calls.ts'), 'utf8')
const asked = new Set([...text.matchAll(/\bask\('((?:GET|POST) \/[^']+)'/g)].map(([, key]) => key!))

test('every call that reads is a hot one, or has its reason why not', () => {
  const reading = Object.keys(contract).filter(onlyReads)
  const left = reading.filter((key) => !asked.has(key))
  expect(Object.values(NOT_ASKED).flat().toSorted()).toEqual(left.toSorted())
})
