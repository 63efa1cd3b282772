import type { nightReports } from '#contract/night-reports.ts'
import type { Handlers } from '../http/handler.ts'
import { addReportAddress, listReportAddresses, removeReportAddress } from './add-address.ts'
import { confirmReportAddress, endReportMails, openReportLink } from './open-report-link.ts'

const ok = { ok: true } as const

export const nightReportsHandlers: Handlers<typeof nightReports> = {
  'GET /api/report-addresses': ({ app, scope, query }) => listReportAddresses(app, scope, query.complexId),
  'POST /api/add-report-address': ({ app, scope, body }) => addReportAddress(app, scope, body),
  'POST /api/remove-report-address': async ({ app, scope, body }) => {
    await removeReportAddress(app, scope, body.addressId)
    return ok
  },
  'POST /api/open-report-link': ({ app, body }) => openReportLink(app, body.token),
  'POST /api/confirm-report-address': async ({ app, body }) => {
    await confirmReportAddress(app, body.token)
    return ok
  },
  'POST /api/end-report-mails': async ({ app, body }) => {
    await endReportMails(app, body.token)
    return ok
  },
  'POST /api/end-report-mails-one-click': async ({ app, query }) => {
    await endReportMails(app, query.token)
    return ok
  },
}
