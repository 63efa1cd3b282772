import type { taxForms } from '#contract/tax-forms.ts'
import type { Handlers } from '../http/handler.ts'
import { letterheadOf } from '../markets/letterhead-queries.ts'
import { readOwnAccount } from '../payout-accounts/read-own-account.ts'
import { markSent } from './mark-sent.ts'
import { readCrewYear } from './read-crew-year.ts'
import { listForms } from './read-forms.ts'
import { remindCrew } from './remind-crew.ts'
import { setConsent } from './set-consent.ts'
import { writeYearCsv } from './write-year-csv.ts'
import { writeYearFile } from './write-year-file.ts'
import { writeYearPdf } from './write-year-pdf.ts'

export const taxFormsHandlers: Handlers<typeof taxForms> = {
  'GET /api/tax-year': async ({ app, scope, query, now }) => {
    const { scope: of, ...accounts } = await readOwnAccount(app.db, scope, query.account)
    const year = await readCrewYear(app.db, of, query.year, now)
    return { ...accounts, ...year, payoutCount: year.payouts.length }
  },
  'GET /api/tax-year-csv': async ({ app, scope, query, now }) => {
    const { scope: of } = await readOwnAccount(app.db, scope, query.account)
    return writeYearCsv(await readCrewYear(app.db, of, query.year, now))
  },
  'GET /api/tax-year-pdf': async ({ app, scope, query, locale, now }) => {
    const { scope: of } = await readOwnAccount(app.db, scope, query.account)
    const year = await readCrewYear(app.db, of, query.year, now)
    const letterhead = await letterheadOf(app, scope.marketId, now)
    return writeYearPdf({ ...year, letterhead }, { locale, now })
  },
  'POST /api/set-tax-consent': async ({ app, scope, body, now }) => {
    await setConsent(app.db, scope, body, now)
    return { ok: true }
  },
  'GET /api/tax-forms': ({ app, scope, query, now }) => listForms(app.db, scope, query, now),
  'GET /api/tax-forms-csv': ({ app, scope, query, now }) => writeYearFile(app.db, scope, query.year, now),
  'POST /api/remind-tax-form': async ({ app, scope, body, now }) => {
    await remindCrew(app, scope, body, now)
    return { ok: true }
  },
  'POST /api/mark-tax-forms': async ({ app, scope, body, now }) => {
    await markSent(app, scope, body, now)
    return { ok: true }
  },
}
