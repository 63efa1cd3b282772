/**
 * Role × endpoint: what each role of an operator may call, written out by hand and asked of the whole application. Whoever
 * adds an endpoint decides here, too, who it is for.
 */
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import type { StaffRole } from '#domain/staff/roles.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'

const ROLES: readonly StaffRole[] = ['owner', 'dispatcher', 'support', 'finance', 'reader']
const LETTERS = 'odsfr'

const MAY_CALL: Readonly<Record<string, string>> = {
  'POST /api/accept-chargeback': 'o--f-',
  'POST /api/accept-late-completion': 'ods--',
  'POST /api/add-person-note': 'o-s--',
  'GET /api/ageing': 'o-sfr',
  'GET /api/ageing-csv': 'o-sfr',
  'POST /api/answer-fraud-warning': 'o--f-',
  'POST /api/assign-holiday-rules': 'ods--',
  'POST /api/assign-visit': 'ods--',
  'GET /api/audit-log': 'odsfr',
  'GET /api/audit-log-csv': 'odsfr',
  'POST /api/change-credit': 'o-sf-',
  'GET /api/chargeback': 'o-sfr',
  'POST /api/confirm-partner-statement': 'o--f-',
  'POST /api/correct-person': 'o-s--',
  'GET /api/credit-changes': 'o-sfr',
  'GET /api/crews-whereabouts': 'odsfr',
  'GET /api/customer-tax-exemptions': 'o-sfr',
  'POST /api/decide-dispute': 'o-s--',
  'POST /api/decide-referral': 'o-s--',
  'POST /api/decide-tax-exemption': 'o--f-',
  'POST /api/discard-partner-statement': 'o--f-',
  'POST /api/dismiss-late-completion': 'ods--',
  'GET /api/dispatch': 'odsfr',
  'POST /api/dispatch-line': 'odsfr',
  'POST /api/dispatch-visit': 'ods--',
  'POST /api/plan-dispatch': 'ods--',
  'GET /api/dispatch-plan': 'odsfr',
  'POST /api/apply-dispatch-plan': 'ods--',
  'POST /api/undo-dispatch-plan': 'ods--',
  'POST /api/drop-task': 'o----',
  'POST /api/end-person-sessions': 'o-s--',
  'POST /api/message-person': 'o-s--',
  'GET /api/merge-candidates': 'o-s--',
  'GET /api/account-merge': 'o-s--',
  'POST /api/merge-accounts': 'o-s--',
  'POST /api/see-as': 'o-s--',
  'GET /api/evidence-pdf': 'o-sfr',
  'POST /api/explain-difference': 'o--f-',
  'GET /api/failed-refunds': 'o-sfr',
  'POST /api/file-sales-tax': 'o--f-',
  'POST /api/find-credit-customers': 'o-sfr',
  'POST /api/find-people': 'odsfr',
  'POST /api/find-price-scopes': 'odsfr',
  'POST /api/freeze-user': 'o-s--',
  'POST /api/get-chargebacks': 'o-sfr',
  'POST /api/get-crew-candidates': 'odsfr',
  'POST /api/get-disputes': 'odsfr',
  'POST /api/get-fraud-warnings': 'o-sfr',
  'POST /api/get-house-texts': 'odsfr',
  'POST /api/get-late-completions': 'odsfr',
  'POST /api/get-settings': 'odsfr',
  'GET /api/late-completion': 'odsfr',
  'GET /api/going-live': 'odsfr',
  'GET /api/history': 'odsfr',
  'GET /api/operator-payment': 'o-sfr',
  'GET /api/operator-payout': 'o-sfr',
  'POST /api/send-receipt': 'o-s--',
  'POST /api/retry-payout': 'o--f-',
  'GET /api/markets': 'odsfr',
  'GET /api/market': 'odsfr',
  'POST /api/use-market': 'odsfr',
  'POST /api/add-market': 'o----',
  'POST /api/save-market': 'o----',
  'POST /api/save-letterhead': 'o----',
  'POST /api/step-market': 'o----',
  'GET /api/operator-job': 'odsfr',
  'GET /api/operator-place': 'odsfr',
  'GET /api/numbers': 'o-sfr',
  'GET /api/numbers-csv': 'o-sfr',
  'GET /api/numbers-by-city': 'o-sfr',
  'GET /api/numbers-by-city-csv': 'o-sfr',
  'GET /api/cohorts': 'o-sfr',
  'GET /api/cohort-rows-csv': 'o-sfr',
  'GET /api/cohorts-csv': 'o-sfr',
  'GET /api/cohort-rows': 'o-sfr',
  'GET /api/number-rows': 'o-sfr',
  'GET /api/number-rows-csv': 'o-sfr',
  'GET /api/ledger-balances': 'o-sfr',
  'POST /api/look-for-payment': 'o--f-',
  'POST /api/mail-sign-in-link': 'o-s--',
  'POST /api/mark-tax-forms': 'o--f-',
  'GET /api/market-invoices': 'o-sfr',
  'GET /api/market-payments': 'o-sfr',
  'GET /api/market-payouts': 'o-sfr',
  'POST /api/match-partner-crew': 'o--f-',
  'POST /api/move-partner-line': 'o--f-',
  'POST /api/open-found': 'odsfr',
  'GET /api/operator-board': 'odsfr',
  'GET /api/operator-schedule': 'odsfr',
  'GET /api/operator-visit': 'odsfr',
  'GET /api/queue': 'odsfr',
  'GET /api/queue-counts': 'odsfr',
  'GET /api/outbox': 'odsfr',
  'POST /api/resend-message': 'o-s--',
  'GET /api/parked-tasks': 'odsfr',
  'GET /api/partner-statement': 'o-sfr',
  'GET /api/partner-statements': 'o-sfr',
  'GET /api/person': 'odsfr',
  'GET /api/person-money': 'o-sfr',
  'GET /api/person-notes': 'odsfr',
  'GET /api/person-places': 'odsfr',
  'GET /api/person-visits': 'odsfr',
  'POST /api/pin-found': 'odsfr',
  'POST /api/preview-credit-change': 'o-sfr',
  'POST /api/preview-holiday-rules': 'odsfr',
  'POST /api/preview-partner-statement': 'o-sfr',
  'POST /api/preview-price': 'odsfr',
  'POST /api/preview-price-end': 'odsfr',
  'POST /api/preview-pushed-day': 'odsfr',
  'POST /api/preview-write-off': 'o-sfr',
  'GET /api/price-list': 'odsfr',
  'POST /api/publish-house-text': 'o----',
  'POST /api/push-day': 'ods--',
  'GET /api/reconcile-difference': 'o-sfr',
  'GET /api/reconcile-differences': 'o-sfr',
  'GET /api/reconcile-run': 'o-sfr',
  'GET /api/reconcile-runs': 'o-sfr',
  'POST /api/record-invoice-payment': 'o--f-',
  'POST /api/record-partner-payment': 'o--f-',
  'GET /api/referral-reviews': 'odsfr',
  'POST /api/refund-payment': 'o-sf-',
  'POST /api/ask-approval': 'o-sf-',
  'POST /api/decide-approval': 'o-sf-',
  'GET /api/approval': 'o-sfr',
  'GET /api/payment-approvals': 'o-sfr',
  'POST /api/remind-of-invoice': 'o--f-',
  'POST /api/remind-tax-form': 'o--f-',
  'POST /api/remove-person-note': 'o-s--',
  'POST /api/resume-service': 'o-s--',
  'POST /api/retry-refund': 'o-sf-',
  'POST /api/retry-task': 'o----',
  'POST /api/run-reconcile': 'o--f-',
  'GET /api/sales-tax-rates': 'o-sfr',
  'GET /api/sales-tax-report': 'o-sfr',
  'GET /api/sales-tax-report-csv': 'o-sfr',
  'POST /api/save-holiday-rules': 'ods--',
  'POST /api/search': 'odsfr',
  'GET /api/search-marks': 'odsfr',
  'POST /api/send-assignments-link': 'ods--',
  'POST /api/send-door-link': 'ods--',
  // Each queue has rules of its own beyond: `queues/decide-items.test.ts`.
  'POST /api/take-queue-item': 'odsfr',
  'POST /api/leave-queue-item': 'odsfr',
  'POST /api/decide-queue-items': 'odsfr',
  'GET /api/queue-filters': 'odsfr',
  'POST /api/save-queue-filter': 'odsfr',
  'POST /api/remove-queue-filter': 'odsfr',
  'POST /api/send-evidence': 'o--f-',
  'POST /api/set-price': 'o----',
  'POST /api/end-price': 'o----',
  'POST /api/plan-service-change': 'o----',
  'POST /api/take-back-service-change': 'o----',
  'POST /api/preview-service': 'odsfr',
  'POST /api/save-service': 'o----',
  'GET /api/service-checklist': 'odsfr',
  'POST /api/save-service-checklist': 'o----',
  'POST /api/add-service': 'o----',
  'GET /api/service-list': 'odsfr',
  'GET /api/coupon-list': 'odsfr',
  'GET /api/coupon': 'odsfr',
  'GET /api/coupon-uses': 'odsfr',
  'POST /api/preview-coupon': 'odsfr',
  'POST /api/save-coupon': 'o----',
  'POST /api/end-coupon': 'o----',
  'POST /api/set-setting': 'o----',
  'POST /api/set-terms': 'o--f-',
  'GET /api/special-prices': 'odsfr',
  'GET /api/second-factor': 'odsfr',
  'POST /api/begin-second-factor': 'odsfr',
  'POST /api/confirm-second-factor': 'odsfr',
  'POST /api/give-second-factor': 'odsfr',
  'POST /api/renew-recovery-codes': 'odsfr',
  'POST /api/reset-second-factor': 'o----',
  'GET /api/staff': 'o----',
  'GET /api/staff-invitations': 'o----',
  'POST /api/change-staff-roles': 'o----',
  'POST /api/invite-staff': 'o----',
  'POST /api/resend-staff-invitation': 'o----',
  'POST /api/withdraw-staff-invitation': 'o----',
  'GET /api/system-health': 'odsfr',
  'GET /api/tax-forms': 'o-sfr',
  'GET /api/tax-forms-csv': 'o-sfr',
  'GET /api/terms': 'o-sfr',
  'GET /api/unassigned-visits': 'odsfr',
  'POST /api/undo-pushed-day': 'ods--',
  'POST /api/unfreeze-user': 'o-s--',
  'GET /api/unknown-chargebacks': 'o-sfr',
  'POST /api/upload-partner-statement': 'o--f-',
  'POST /api/void-invoice': 'o--f-',
  'POST /api/void-partner-payment': 'o--f-',
  'POST /api/write-off-payment': 'o--f-',
}

const testApp = await createTestApp()
const clients = await Promise.all(
  ROLES.map(async (staffRole) => signedIn(testApp, await buildOperator(testApp.app, { staffRole }))),
)

/** A call of nothing in particular: who may make it is asked before anything else. */
async function isRefused(client: (typeof clients)[number], key: string, headers = {}): Promise<boolean> {
  const [method, url = ''] = key.split(' ')
  const isPost = method === 'POST'
  const answer = await testApp.server.inject({
    method: isPost ? 'POST' : 'GET',
    url,
    headers,
    cookies: Object.fromEntries(client.cookies),
    ...(isPost ? { payload: {} } : {}),
  })
  return answer.statusCode === 403 && answer.payload.includes('"role_forbids"')
}

async function whoMayCall(key: string, headers = {}): Promise<string> {
  const refused = await Promise.all(clients.map((client) => isRefused(client, key, headers)))
  return refused.map((is, index) => (is ? '-' : LETTERS[index])).join('')
}

const endpoints: Readonly<Record<string, Endpoint>> = contract
const ofOperators = Object.keys(endpoints).filter((key) => endpoints[key]?.access === 'operator')

test('every endpoint of operators is in the table, and nothing else', () => {
  expect(Object.keys(MAY_CALL).sort()).toEqual([...ofOperators].sort())
})

test('an endpoint of operators without a capability is none', () => {
  type Bare = { readonly access: 'operator'; readonly summary: string; readonly reply: Endpoint['reply'] }
  const isEndpoint: Bare extends Endpoint ? true : false = false
  expect(isEndpoint).toBe(false)
})

describe('of the roles', () => {
  test.each(Object.entries(MAY_CALL))('%s is for %s', async (key, letters) => {
    expect(await whoMayCall(key)).toBe(letters)
  })
})

test('a picture of a crew is taken away by support and owners, and by no other operator', async () => {
  expect(await whoMayCall('POST /api/remove-crew-photo')).toBe('o-s--')
})

test.each([
  ['POST /api/skip-visit', buildCustomer, 'o-s--'],
  ['POST /api/cancel-on-demand', buildCustomer, 'o-s--'],
  ['POST /api/move-visit', buildCustomer, 'ods--'],
  ['POST /api/release-visit', buildCrew, 'ods--'],
  ['POST /api/complete-visit', buildCrew, 'ods--'],
  ['GET /api/weekly-job', buildCustomer, 'odsfr'],
] as const)('for somebody else: %s', async (key, build, letters) => {
  const { userId } = await build(testApp.app)
  expect(await whoMayCall(key, { 'acting-for': userId })).toBe(letters)
})

test('whoever is an operator no longer may do nothing at all', async () => {
  const client = await signedIn(testApp, await buildOperator(testApp.app, { staffRole: null }))
  for (const key of ['GET /api/operator-board', 'GET /api/user', 'POST /api/get-notices'])
    expect(await isRefused(client, key)).toBe(true)
})

describe('of somebody with a role in each of two cities', async () => {
  const tucson = { id: 'tucson', name: 'Tucson', time_zone: 'America/Phoenix' }
  await testApp.app.db.insertInto('market').values(tucson).execute()
  const operator = await buildOperator(testApp.app, { roles: { denver: 'dispatcher', tucson: 'finance' } })
  const client = await signedIn(testApp, operator)
  const useCity = (marketId: string) => client.call('POST /api/use-market', { body: { marketId } })
  const mayCall = async (letter: string) => {
    const keys = Object.keys(MAY_CALL).filter((key) => key !== 'POST /api/use-market')
    const refused = await Promise.all(keys.map((key) => isRefused(client, key)))
    expect(keys.filter((_key, index) => !refused[index]).toSorted()).toEqual(
      keys.filter((key) => MAY_CALL[key]?.includes(letter)).toSorted(),
    )
  }

  test('what may be called follows the city on the desk', async () => {
    await mayCall('d')
    expect((await useCity('tucson')).status).toBe(200)
    await mayCall('f')
    expect((await client.call('GET /api/user')).body.staff_role).toBe('finance')
    expect((await useCity('denver')).status).toBe(200)
    await mayCall('d')
  })

  test('no other city comes on the desk, nor is there anything to be done about it', async () => {
    const owner = await signedIn(testApp, await buildOperator(testApp.app, { roles: { denver: 'owner' } }))
    const body = { marketId: 'tucson' }
    expect((await owner.call('POST /api/use-market', { body })).status).toBe(404)
    expect((await owner.call('GET /api/market', { query: body })).status).toBe(404)
    expect((await owner.call('POST /api/step-market', { body: { ...body, step: 'open' } })).status).toBe(404)
  })

  test('a reader of another city changes nothing of it, though an owner here', async () => {
    const roles = { denver: 'owner', tucson: 'reader' } as const
    const owner = await signedIn(testApp, await buildOperator(testApp.app, { roles }))
    const body = { marketId: 'tucson' }
    expect((await owner.call('GET /api/market', { query: body })).status).toBe(200)
    expect((await owner.call('POST /api/step-market', { body: { ...body, step: 'open' } })).status).toBe(404)
  })

  test('what holds in every city is set by nobody who owns only one', async () => {
    const owner = await signedIn(testApp, await buildOperator(testApp.app, { roles: { denver: 'owner' } }))
    const setting = { key: 'offerMinutes', value: 12, inForceFrom: null }
    const set = (marketId: string | null) =>
      owner.call('POST /api/set-setting', { body: { ...setting, marketId } })
    expect((await set(null)).failure.code).toBe('every_city_needed')
    expect((await set('denver')).status).toBe(200)
  })
})
