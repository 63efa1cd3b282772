/**
 * Where a code leads for whoever asks. The code is no secret: it shows nothing that is not public, and whether somebody
 * may see what lies behind it is decided by who is signed in. Expired, revoked, unknown and not theirs look alike.
 */
import { firstName } from '#domain/accounts/first-name.ts'
import type { PaymentId, UserId, VisitId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import type { UserScope } from '../scope.ts'
import { isOwnPayment, sharerOf, useGoLink, visitBehindLink } from './queries.ts'
import { readInvoiceCode } from './sign-invoice-code.ts'

const GONE = { kind: 'gone' } as const
const SIGN_IN = { kind: 'sign_in' } as const
const CODE = /^[0-9A-Z]{8}$/

export async function openGoLink(app: App, scope: UserScope | null, goId: string) {
  const now = app.ports.clock.now()
  // People type codes: small letters are as good.
  const invoiceCode = readInvoiceCode(app.config, goId)
  const code = invoiceCode ?? goId.toUpperCase()
  const link = CODE.test(code) ? await useGoLink(app.db, code, now) : undefined
  if (link === undefined) return GONE
  if ((link.purpose === 'invoice') !== (invoiceCode !== null)) return GONE
  if (link.purpose === 'share') return openShare(app.db, link.subject_id as UserId)
  // Whoever got the link by mail may pay: an accountant has no account here.
  if (link.purpose === 'invoice') return { kind: 'invoice' as const }
  if (scope === null) return SIGN_IN
  if (link.purpose === 'visit') return openVisit(app.db, scope, link.subject_id as VisitId)
  if (link.purpose === 'receipt') return openReceipt(app.db, scope, link.subject_id as PaymentId)
  // The offer's own page says to whom it is made.
  return scope.type === 'Crew' && scope.userId === link.user_id
    ? { kind: 'page' as const, to: `/offer/${link.subject_id}` }
    : GONE
}

async function openShare(db: Db, userId: UserId) {
  const person = await sharerOf(db, userId)
  if (person === undefined) return GONE
  return {
    kind: 'share' as const,
    firstName: firstName(person.name),
    code: person.referral_code,
    isCrew: person.type === 'Crew',
  }
}

async function openVisit(db: Db, scope: UserScope, visitId: VisitId) {
  const visit = await visitBehindLink(db, visitId)
  if (visit === undefined) return GONE
  if (visit.crew_id === scope.userId) return { kind: 'door_card' as const, visitId, date: visit.date }
  if (visit.customer_id === scope.userId) return { kind: 'page' as const, to: `/visit/${visitId}` }
  return GONE
}

async function openReceipt(db: Db, scope: UserScope, paymentId: PaymentId) {
  const isOwn = await isOwnPayment(db, scope, paymentId)
  return isOwn ? { kind: 'page' as const, to: `/account/payments/${paymentId}` } : GONE
}
