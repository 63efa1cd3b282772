/** Short links: one live code for one thing and person, made where it is needed and used again while it is good. */
import { randomBytes } from 'node:crypto'
import { type InvoiceId, randomCode, type UserId, type VisitId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope, UserScope } from '../scope.ts'
import { settingsOfUser } from '../settings/read-settings.ts'
import { saveGoLink, visitBehindLink, type WantedLink } from './queries.ts'
import { signInvoiceCode } from './sign-invoice-code.ts'

/** A path of ours that is short enough for a text message. */
export async function makeGoPath(db: Db, wanted: WantedLink): Promise<string> {
  return `/go/${(await makeGoLink(db, wanted)).code}`
}

/** Opens the invoice without an account. */
export async function makeInvoicePath(
  app: App,
  db: Db,
  { invoiceId, customerId, now }: { invoiceId: InvoiceId; customerId: UserId; now: Instant },
): Promise<string> {
  const { code } = await makeGoLink(db, {
    purpose: 'invoice',
    subjectId: invoiceId,
    userId: customerId,
    now,
  })
  return `/go/${signInvoiceCode(app.config, code)}`
}

/** A link that is about to expire lasts longer instead of changing: printed codes stay good while they are used. */
export async function makeGoLink(db: Db, wanted: WantedLink): Promise<{ code: string; expiresAt: Instant }> {
  const { goLinkDays } = await settingsOfUser(db, wanted.userId, wanted.now)
  const expiresAt = instant(wanted.now + goLinkDays * DAY_MS)
  return saveGoLink(db, wanted, { code: randomCode(randomBytes), expiresAt })
}

/** The public link by which somebody is recommended. */
export function makeShareLink(app: App, { userId }: UserScope) {
  const now = app.ports.clock.now()
  return makeAddress(app, { purpose: 'share', subjectId: userId, userId, now })
}

/** The link that opens a visit at the door, for the crew that comes. */
export async function makeDoorLink(app: App, scope: CustomerScope, visitId: VisitId) {
  const visit = await visitBehindLink(app.db, visitId)
  if (visit?.customer_id !== scope.userId) throw new Refused('not_found')
  if (visit.crew_id === null) throw new Refused('no_crew')
  const crewId = visit.crew_id
  return makeAddress(app, {
    purpose: 'visit',
    subjectId: visitId,
    userId: crewId,
    now: app.ports.clock.now(),
  })
}

async function makeAddress(app: App, wanted: WantedLink) {
  const { code, expiresAt } = await makeGoLink(app.db, wanted)
  return { goId: code, url: `${app.config.http.origin}/go/${code}`, expiresAt }
}
