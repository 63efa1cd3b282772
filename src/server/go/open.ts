/**
 * Where a code leads for whoever asks. The code is no secret: it shows nothing that is not public, and whether somebody
 * may see what lies behind it is decided by who is signed in. Expired, revoked, unknown and not theirs look alike.
 */
import { firstName } from '#domain/accounts/first-name.ts'
import type { PaymentId, UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { UserScope } from '../scope.ts'
import type { GoPurpose } from './links.ts'

const GONE = { kind: 'gone' } as const
const SIGN_IN = { kind: 'sign_in' } as const

type Link = { purpose: GoPurpose; subject_id: string; user_id: UserId }

export async function openGoLink(app: App, scope: UserScope | null, goId: string) {
  const now = app.ports.clock.now()
  const link = await useLink(app.db, goId, now)
  if (link === undefined) return GONE
  if (link.purpose === 'share') return openShare(app.db, link.subject_id as UserId)
  if (scope === null) return SIGN_IN
  if (link.purpose === 'visit') return openVisit(app.db, scope, link.subject_id as VisitId)
  if (link.purpose === 'receipt') return openReceipt(app.db, scope, link.subject_id as PaymentId)
  // The offer's own page says to whom it is made.
  return scope.type === 'Crew' && scope.userId === link.user_id
    ? { kind: 'page' as const, to: `/offer/${link.subject_id}` }
    : GONE
}

/** People type codes: small letters are as good. */
function useLink(db: Db, goId: string, now: Instant): Promise<Link | undefined> {
  const code = goId.toUpperCase()
  if (!/^[0-9A-Z]{8}$/.test(code)) return Promise.resolve(undefined)
  return db
    .updateTable('go_link')
    .set((the) => ({ uses: the('uses', '+', 1), last_used_at: toTimestamp(now) }))
    .where('code', '=', code)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', toTimestamp(now))
    .returning(['purpose', 'subject_id', 'user_id'])
    .executeTakeFirst()
}

async function openShare(db: Db, userId: UserId) {
  const person = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['name', 'type', 'referral_code'])
    .executeTakeFirst()
  if (person === undefined) return GONE
  return {
    kind: 'share' as const,
    firstName: firstName(person.name),
    code: person.referral_code,
    isCrew: person.type === 'Crew',
  }
}

async function openVisit(db: Db, scope: UserScope, visitId: VisitId) {
  const visit = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['customer_id', 'crew_id', 'date'])
    .executeTakeFirst()
  if (visit === undefined) return GONE
  if (visit.crew_id === scope.userId) return { kind: 'door_card' as const, visitId, date: visit.date }
  if (visit.customer_id === scope.userId) return { kind: 'page' as const, to: `/visit/${visitId}` }
  return GONE
}

async function openReceipt(db: Db, scope: UserScope, paymentId: PaymentId) {
  const payment = await db
    .selectFrom('payment')
    .where('id', '=', paymentId)
    .where('customer_id', '=', scope.userId)
    .select('id')
    .executeTakeFirst()
  return payment === undefined ? GONE : { kind: 'page' as const, to: `/account/payments/${paymentId}` }
}
