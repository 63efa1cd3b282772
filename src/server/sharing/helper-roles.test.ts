/**
 * Helper × endpoint: what each role of somebody who looks after an owner's places may call, written out by hand and asked
 * of the whole application. Whoever adds an endpoint for customers decides here, too, whether it is for helpers.
 */
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import { buildShare } from '#testing/build-share.ts'

const ROLES: readonly ShareRole[] = ['see', 'schedule', 'pay', 'all']
const LETTERS = 'scpa'

/**
 * First who looks after some groups, then who looks after every place: s(ee), (s)c(hedule), p(ay), a(ll). `owner`: nobody
 * but the owner. `own`: it is about the helper itself, whatever it looks after.
 */
const MAY_CALL: Readonly<Record<string, string>> = {
  'GET /api/payments-csv': '---- --pa',
  'POST /api/write-payments-csv': '---- --pa',
  'GET /api/billing': '---- --pa',
  'GET /api/calendars': 'own',
  'POST /api/share-calendar': 'own',
  'POST /api/replace-calendar-address': 'own',
  'POST /api/revoke-calendar': 'own',
  'GET /api/place-checklists': 'scpa scpa',
  'POST /api/save-place-checklist': '-c-a -c-a',
  'POST /api/say-refilled': '-c-a -c-a',
  'POST /api/confirm-code': 'own',
  'POST /api/confirm-phone': 'own',
  'GET /api/sign-in-ways': 'own',
  'GET /api/commissions': 'own',
  'GET /api/commission-statement': 'own',
  'GET /api/invitation-code': 'own',
  'POST /api/use-commission': 'owner',
  'GET /api/complex': 'scpa scpa',
  'POST /api/add-complex': '---- ---a',
  'POST /api/update-complex': '---a ---a',
  'POST /api/remove-complex': '---a ---a',
  'POST /api/rename-complex-group': 'owner',
  'POST /api/remove-complex-group': 'owner',
  'POST /api/save-building': '---a ---a',
  'POST /api/remove-building': '---a ---a',
  'POST /api/add-complex-exception': '-c-a -c-a',
  'POST /api/remove-complex-exception': '-c-a -c-a',
  'GET /api/complex-night': 'scpa scpa',
  'GET /api/complex-report': 'scpa scpa',
  'GET /api/checkpoints': '---a ---a',
  'GET /api/checkpoints-pdf': '---a ---a',
  'POST /api/make-checkpoints': '---a ---a',
  'POST /api/renew-checkpoint': '---a ---a',
  'GET /api/violation-trends': 'scpa scpa',
  'GET /api/violations': 'scpa scpa',
  'GET /api/violations-csv': 'scpa scpa',
  'POST /api/use-coupon': 'owner',
  'GET /api/visit-crew': 'scpa scpa',
  'GET /api/place-crews': 'scpa scpa',
  'POST /api/save-place-crews': '-c-a -c-a',
  'POST /api/remove-crew-photo': 'own',
  'GET /api/dispute': '-cpa -cpa',
  'POST /api/open-dispute': '-c-a -c-a',
  'POST /api/upload-dispute-photo': '-c-a -c-a',
  'POST /api/withdraw-dispute': '-c-a -c-a',
  'GET /api/visit-feedback': 'scpa scpa',
  'POST /api/rate-visit': '-c-a -c-a',
  'POST /api/tip-visit': '--pa --pa',
  'POST /api/undo-tip': '--pa --pa',
  'POST /api/make-share-link': 'own',
  'POST /api/make-door-link': '-c-a -c-a',
  'GET /api/report-addresses': '---a ---a',
  'POST /api/add-report-address': '---a ---a',
  'POST /api/remove-report-address': '---a ---a',
  'GET /api/daily-digest': 'own',
  'POST /api/save-daily-digest': 'own',
  'POST /api/get-booking-holidays': '-c-a -c-a',
  'GET /api/hospitable': 'owner',
  'POST /api/connect-hospitable': 'owner',
  'POST /api/finish-hospitable': 'owner',
  'POST /api/match-hospitable': 'owner',
  'POST /api/disconnect-hospitable': 'owner',
  'POST /api/upload-property-csv': 'owner',
  'POST /api/start-property-import': 'owner',
  'GET /api/property-import': 'owner',
  'GET /api/property-imports': 'owner',
  'GET /api/property-import-refusals.csv': 'owner',
  'POST /api/book-weekly-jobs': '-c-a -c-a',
  'GET /api/planning-progress': 'scpa scpa',
  'POST /api/get-weekly-jobs': 'scpa scpa',
  'GET /api/weekly-job': 'scpa scpa',
  'GET /api/job-filters': 'scpa scpa',
  'POST /api/save-job-filter': 'scpa scpa',
  'POST /api/remove-job-filter': 'scpa scpa',
  'POST /api/get-weekly-job-ids': 'scpa scpa',
  'GET /api/known-crews': '-c-a -c-a',
  'GET /api/bulk-changes': '-c-a -c-a',
  'POST /api/preview-bulk-change': '-c-a -c-a',
  'POST /api/start-bulk-change': '-c-a -c-a',
  'POST /api/undo-bulk-change': '-c-a -c-a',
  'POST /api/skip-visit': '-c-a -c-a',
  'POST /api/unskip-visit': '-c-a -c-a',
  'POST /api/pause-weekly-job': '-c-a -c-a',
  'POST /api/resume-weekly-job': '-c-a -c-a',
  'POST /api/change-weekly-job': '-c-a -c-a',
  'POST /api/cancel-weekly-job': '-c-a -c-a',
  'GET /api/leaving': 'own',
  'POST /api/cancel-everything': 'owner',
  'POST /api/leave': 'own',
  'GET /api/data-exports': 'own',
  'POST /api/export-data': 'own',
  'GET /api/data-export.json': 'own',
  'POST /api/get-conversations': 'scpa scpa',
  'GET /api/unread-conversations': 'scpa scpa',
  'POST /api/get-messages': 'scpa scpa',
  'POST /api/send-message': '-c-a -c-a',
  'POST /api/send-message-photo': '-c-a -c-a',
  'POST /api/read-messages': '-c-a -c-a',
  'POST /api/get-notices': 'own',
  'GET /api/unread-notices': 'own',
  'POST /api/read-notices': 'own',
  'GET /api/notification-preferences': 'own',
  'POST /api/save-notification-preferences': 'own',
  'POST /api/send-test-notice': 'own',
  'GET /api/crew-mark': 'scpa scpa',
  'POST /api/mark-crew': '-c-a -c-a',
  'POST /api/claim-on-demand-draft': 'owner',
  'POST /api/book-on-demand': 'owner',
  'GET /api/on-demand-order': '-cpa -cpa',
  'POST /api/get-on-demand-orders': '-cpa -cpa',
  'POST /api/cancel-on-demand': 'owner',
  'GET /api/receipt-pdf': '---- --pa',
  'GET /api/statement-pdf': 'own',
  'GET /api/paper-preferences': 'owner',
  'POST /api/save-paper-preferences': 'owner',
  'GET /api/passkeys': 'own',
  'POST /api/begin-passkey': 'own',
  'POST /api/add-passkey': 'own',
  'POST /api/rename-passkey': 'own',
  'POST /api/remove-passkey': 'own',
  'POST /api/ask-own-passkey': 'own',
  'POST /api/confirm-passkey': 'own',
  'POST /api/get-payment-method': '---- --pa',
  'POST /api/open-card-form': 'owner',
  'POST /api/save-card': 'owner',
  'POST /api/choose-payment-method': 'owner',
  'POST /api/pay-now': '---- --pa',
  'GET /api/payments': '---- --pa',
  'GET /api/payment': '---- --pa',
  'GET /api/payout-account': 'own',
  'POST /api/connect-payout-account': 'own',
  'POST /api/withdraw-commission': 'own',
  'GET /api/pickups': 'scpa scpa',
  'POST /api/save-pickup-rule': '-c-a -c-a',
  'GET /api/properties': 'scpa scpa',
  'POST /api/get-properties': 'scpa scpa',
  'GET /api/property-groups': 'scpa scpa',
  'POST /api/get-complexes': 'scpa scpa',
  'POST /api/get-complex-groups': 'scpa scpa',
  'GET /api/property': 'scpa scpa',
  'POST /api/add-property': '---- ---a',
  'POST /api/update-property': '---a ---a',
  'POST /api/remove-property': '---a ---a',
  'POST /api/restore-property': '---a ---a',
  'POST /api/save-property-group': 'owner',
  'POST /api/remove-property-group': 'owner',
  'POST /api/move-properties': 'owner',
  'POST /api/get-portfolio-month': 'scpa scpa',
  'GET /api/pricing': '-cpa -cpa',
  'POST /api/get-quote': '-cpa -cpa',
  'GET /api/push-key': 'own',
  'POST /api/save-push-subscription': 'own',
  'POST /api/remove-push-subscription': 'own',
  'GET /api/invoice': '---- --pa',
  'GET /api/invoice-pdf': '---- --pa',
  'GET /api/invoices': '---- --pa',
  'GET /api/billing-details': 'owner',
  'POST /api/save-billing-details': 'owner',
  'POST /api/save-complex-po-number': 'owner',
  'GET /api/credit-note-pdf': '---- --pa',
  'GET /api/tax-exemptions': 'owner',
  'POST /api/add-tax-exemption': 'owner',
  'POST /api/withdraw-tax-exemption': 'owner',
  'GET /api/tax-exemption-file': 'own',
  'POST /api/move-visit': '-c-a -c-a',
  'POST /api/unmove-visit': '-c-a -c-a',
  'POST /api/preview-schedule-change': '-c-a -c-a',
  'GET /api/visit-reasons': 'scpa scpa',
  'GET /api/shares': 'owner',
  'POST /api/invite-helper': 'owner',
  'POST /api/resend-helper-invitation': 'owner',
  'POST /api/change-share': 'owner',
  'POST /api/end-share': 'owner',
  'GET /api/share-actions': 'owner',
  'GET /api/accounts': 'own',
  'POST /api/use-account': 'own',
  'POST /api/save-share-notices': 'own',
  'POST /api/leave-share': 'own',
  'POST /api/accept-share': 'own',
  'GET /api/stay-sources': 'scpa scpa',
  'POST /api/add-feed': '---a ---a',
  'POST /api/pull-feed': '-c-a -c-a',
  'POST /api/pause-feed': '-c-a -c-a',
  'POST /api/remove-feed': '---a ---a',
  'POST /api/confirm-missing-stays': '-c-a -c-a',
  'GET /api/visit-now': 'scpa scpa',
  'GET /api/visit-timeline': 'scpa scpa',
  'POST /api/answer-access-problem': '-c-a -c-a',
  'POST /api/answer-extra-work': '--pa --pa',
  'GET /api/turnovers': 'scpa scpa',
  'POST /api/save-turnover-rule': '-c-a -c-a',
  'POST /api/set-turnover-hours': '-c-a -c-a',
  'POST /api/skip-turnover': '-c-a -c-a',
  'POST /api/unskip-turnover': '-c-a -c-a',
  'GET /api/user': 'own',
  'POST /api/confirm-password': 'own',
  'POST /api/change-password': 'own',
  'POST /api/change-email': 'own',
  'POST /api/update-profile': 'own',
  'GET /api/sessions': 'own',
  'POST /api/revoke-session': 'own',
  'POST /api/get-visits': 'scpa scpa',
  'GET /api/export-visits': 'scpa scpa',
  'GET /api/visit': 'scpa scpa',
  'GET /api/customer-summary': 'scpa scpa',
  'GET /api/visit-arrival': 'scpa scpa',
}

const testApp = await createTestApp()
const { app } = testApp
const owner = await buildCustomer(app, { name: 'Olga Owner' })
const clientsOf = (isWhole: boolean) =>
  Promise.all(
    ROLES.map(async (role) => {
      const helper = await buildCustomer(app)
      await buildShare(app, { ownerId: owner.userId, helperId: helper.userId, role, isWhole })
      return signedIn(testApp, helper)
    }),
  )
const partial = await clientsOf(false)
const whole = await clientsOf(true)
for (const client of [...partial, ...whole]) {
  const { accounts } = (await client.call('GET /api/accounts')).body
  await client.call('POST /api/use-account', { body: { shareId: accounts[0]!.shareId } })
}

/** A call of nothing in particular: who may make it is asked before anything else. */
async function refusalOf(client: (typeof partial)[number], key: string): Promise<'owner' | 'role' | null> {
  const [method, url = ''] = key.split(' ')
  const isPost = method === 'POST'
  const answer = await testApp.server.inject({
    method: isPost ? 'POST' : 'GET',
    url,
    cookies: Object.fromEntries(client.cookies),
    ...(isPost ? { payload: {} } : {}),
  })
  if (answer.payload.includes('"share_owner_only"')) return 'owner'
  return answer.payload.includes('"share_forbids"') ? 'role' : null
}

async function whoMayCall(key: string): Promise<string> {
  const refused: (string | null)[] = []
  for (const client of [...partial, ...whole]) refused.push(await refusalOf(client, key))
  if (refused.every((refusal) => refusal === 'owner')) return 'owner'
  const letters = refused.map((refusal, index) => (refusal === null ? LETTERS[index % 4] : '-')).join('')
  return `${letters.slice(0, 4)} ${letters.slice(4)}`
}

const endpoints: [string, Endpoint][] = Object.entries(contract)

test('every endpoint that a customer may call is in the table, and nothing else', () => {
  const ofCustomers = endpoints.filter(([, { access }]) => access === 'customer' || access === 'any')
  expect(Object.keys(MAY_CALL).sort()).toEqual(ofCustomers.map(([key]) => key).sort())
})

/** Ends what the table asks with, or asks the world outside. */
const ENDS = [
  'POST /api/use-account',
  'POST /api/leave',
  'POST /api/revoke-session',
  'POST /api/change-password',
]

test.each(Object.entries(MAY_CALL).filter(([key]) => !ENDS.includes(key)))(
  '%s is for %s',
  async (key, who) => {
    expect(await whoMayCall(key)).toBe(who === 'own' ? 'scpa scpa' : who)
  },
)

test('what is of the helper is answered as the helper', async () => {
  const client = partial[0]!
  const { body } = await client.call('GET /api/user')
  expect(body.name).not.toBe('Olga Owner')
  for (const key of ENDS) expect(MAY_CALL[key]).toBe('own')
})

test('operators and crews look after nobody’s places', () => {
  const others = endpoints.filter(([, { access }]) => access === 'operator' || access === 'crew')
  expect(others.filter(([key]) => key in MAY_CALL)).toEqual([])
})
