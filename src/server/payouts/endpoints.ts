import type { payouts } from '#contract/payouts.ts'
import type { Handlers } from '../http/handler.ts'
import { answerDemoQuestions, readDemoLink } from '../payout-accounts/answer-demo-questions.ts'
import { connectPayoutAccount } from '../payout-accounts/connect-account.ts'
import { showPayoutAccount } from '../payout-accounts/show-account.ts'
import { readOwnAccount } from '../payout-accounts/read-own-account.ts'
import { listMarketPayouts } from './queries.ts'
import { readCrewPayments } from './read-crew-payments.ts'
import { requestInstantPayout } from './request-instant-payout.ts'
import { withdrawCommission } from './withdraw-commission.ts'

export const payoutsHandlers: Handlers<typeof payouts> = {
  'GET /api/crew-payments': async ({ app, scope: own, query, now }) => {
    const { scope, ...accounts } = await readOwnAccount(app.db, own, query.account)
    return { ...accounts, ...(await readCrewPayments(app.db, scope, query, now)) }
  },
  'GET /api/payout-account': ({ app, scope }) => showPayoutAccount(app, scope),
  'POST /api/connect-payout-account': ({ app, scope }) => connectPayoutAccount(app, scope),
  'POST /api/request-instant-payout': async ({ app, scope }) => {
    const made = await requestInstantPayout(app, scope)
    return { ...made, payoutId: made.payoutId }
  },
  'POST /api/withdraw-commission': ({ app, scope, body }) => withdrawCommission(app, scope, body),
  'POST /api/demo-bank/get-payout-link': async ({ app, body }) => {
    await readDemoLink(app, body.link)
    return { ok: true }
  },
  'POST /api/demo-bank/answer-payout-questions': ({ app, body }) => answerDemoQuestions(app, body),
  'GET /api/market-payouts': ({ app, scope, query }) => listMarketPayouts(app.db, scope, query),
}
