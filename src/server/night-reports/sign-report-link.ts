/** The link by which an address confirms, and ends, the mails of its nights; made from our secret, kept as a hash. */
import { createHmac } from 'node:crypto'
import type { ReportAddressId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { hashToken } from '../http/session.ts'

export function signReportLink(app: App, id: ReportAddressId) {
  const token = createHmac('sha256', `${app.config.secret}:report`).update(id).digest('base64url')
  const { origin } = app.config.http
  return {
    tokenHash: hashToken(token),
    // Below /go, which the guard lets everybody see.
    page: `${origin}/go/report-${token}`,
    oneClick: `${origin}/api/end-report-mails-one-click?token=${token}`,
  }
}
