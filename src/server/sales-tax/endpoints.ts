import type { salesTax } from '#contract/sales-tax.ts'
import type { Handlers } from '../http/handler.ts'
import { addExemption } from './add-exemption.ts'
import { decideExemption, withdrawExemption } from './decide-exemption.ts'
import { readCertificateFile, readMarketExemptions, readOwnExemptions } from './read-exemptions.ts'
import { readRates } from './read-rates.ts'
import { readReport } from './read-report.ts'
import { saveFiling } from './save-filing.ts'
import { writeReportCsv } from './write-report-csv.ts'

export const salesTaxHandlers: Handlers<typeof salesTax> = {
  'GET /api/tax-exemptions': ({ app, scope, now }) => readOwnExemptions(app.db, scope, now),
  'POST /api/add-tax-exemption': async ({ app, scope, query, file, now }) => ({
    exemptionId: await addExemption(app, scope, { ...query, file }, now),
  }),
  'POST /api/withdraw-tax-exemption': async ({ app, scope, body, now }) => {
    await withdrawExemption(app, scope, body.exemptionId, now)
    return { ok: true }
  },
  'GET /api/tax-exemption-file': ({ app, scope, query }) =>
    readCertificateFile(app, scope, query.exemptionId),
  'GET /api/customer-tax-exemptions': ({ app, scope, query, now }) =>
    readMarketExemptions(app.db, scope, query, now),
  'POST /api/decide-tax-exemption': async ({ app, scope, body, now }) => {
    await decideExemption(app, scope, body, now)
    return { ok: true }
  },
  'GET /api/sales-tax-rates': ({ app, scope, now }) => readRates(app.db, scope, now),
  'GET /api/sales-tax-report': ({ app, scope, query, now }) => readReport(app.db, scope, query.period, now),
  'GET /api/sales-tax-report-csv': async ({ app, scope, query, now }) =>
    writeReportCsv(await readReport(app.db, scope, query.period, now), scope.marketId),
  'POST /api/file-sales-tax': async ({ app, scope, body, now }) => ({
    filingId: await saveFiling(app, scope, body, now),
  }),
}
