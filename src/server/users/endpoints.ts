import type { users } from '#contract/users.ts'
import { firstName } from '#domain/accounts/first-name.ts'
import { refusalSentence } from '#domain/sentences.ts'
import { rightsOf } from '#domain/sharing/rights.ts'
import { capabilitiesOf } from '#domain/staff/roles.ts'
import { checkCoupon } from '../coupons/take-coupon.ts'
import type { Handlers } from '../http/handler.ts'
import type { Session } from '../http/session.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { confirmPassword } from './confirm-password.ts'
import { readCrewProfile } from './crew-queries.ts'
import { revokeSession, signOut } from './end-sessions.ts'
import type { Registered } from './open-account.ts'
import { deskZone, findSponsor, readUser } from './queries.ts'
import { registerCrew, registerCustomer } from './register.ts'
import { resetPassword } from './reset-password.ts'
import { forgotPassword, requestSignInLink } from './send-sign-in-link.ts'
import { listSessions } from './session-queries.ts'
import { authenticate, signIn } from './sign-in.ts'
import { updateCrewProfile } from './update-crew-profile.ts'
import { updateProfile } from './update-profile.ts'

const ok = { ok: true } as const

function toRegistered({ locale, refusedSponsor }: Registered) {
  return { locale, codeRefused: refusedSponsor && refusalSentence(refusedSponsor, locale) }
}

/** Null where this browser works on the person's own places; what ended is said by the calls. */
function looksAfter(session: Session | null) {
  if (session === null || session.share === null) return null
  const { shareId, ownerName, role, isWhole } = session.share
  return { shareId, ownerName, role, rights: [...rightsOf(role)], isWhole }
}

export const usersHandlers: Handlers<typeof users> = {
  'GET /api/user': async ({ app, scope, session, query }) => {
    const user = await readUser(app.db, scope)
    const { password_hash: _, ...own } = user
    const role = session?.staffRole ?? null
    const visible = {
      ...own,
      ...(own.type === 'Operator'
        ? {
            staff_role: role,
            capabilities: [...capabilitiesOf(role)],
            desk_time_zone: await deskZone(app.db, scope),
          }
        : {}),
      ...(own.type === 'Customer' ? { looks_after: looksAfter(session) } : {}),
    }
    const wanted = query.fields === undefined || query.fields === '*' ? null : query.fields.split(',')
    return Object.fromEntries(Object.entries(visible).filter(([field]) => wanted?.includes(field) ?? true))
  },
  'POST /api/register-customer': async ({ app, body, locale, userAgent, deviceId, setSession }) => {
    const registered = await registerCustomer(app, body, { locale, userAgent, deviceId })
    setSession(registered.token)
    return { type: 'Customer', ...toRegistered(registered) }
  },
  'POST /api/register-crew': async ({ app, body, locale, userAgent, deviceId, setSession }) => {
    const registered = await registerCrew(app, body, { locale, userAgent, deviceId })
    setSession(registered.token)
    return { type: 'Crew', ...toRegistered(registered) }
  },
  'POST /api/check-code': async ({ app, body, locale, now }) => {
    const coupon = body.coupon === undefined ? null : await checkCoupon(app.db, body.coupon, locale, now)
    const sponsor = body.sponsor === undefined ? undefined : await findSponsor(app.db, body.sponsor)
    return {
      coupon,
      sponsor: sponsor === undefined ? null : { firstName: firstName(sponsor.name) },
    }
  },
  'POST /api/sign-in': async ({ app, body, userAgent, deviceId, setSession }) => {
    const { token, ...signedIn } = await signIn(app, { ...body, userAgent, deviceId })
    setSession(token)
    return signedIn
  },
  'POST /api/sign-out': async ({ app, session, setSession }) => {
    await signOut(app, session)
    setSession(null)
    return ok
  },
  'POST /api/forgot-password': async ({ app, body }) => {
    await forgotPassword(app, body.email)
    return ok
  },
  'POST /api/reset-password': async ({ app, body, userAgent, deviceId, setSession }) => {
    const { token, ...signedIn } = await resetPassword(app, { ...body, userAgent, deviceId })
    setSession(token)
    return signedIn
  },
  'POST /api/request-sign-in-link': async ({ app, body }) => {
    await requestSignInLink(app, body.email, body.to)
    return ok
  },
  'POST /api/authenticate': async ({ app, body, userAgent, deviceId, setSession }) => {
    const { token, ...signedIn } = await authenticate(app, body.token, { userAgent, deviceId })
    setSession(token)
    return signedIn
  },
  'POST /api/confirm-password': async ({ app, session, body, deviceId }) => {
    await confirmPassword(app, session!, { password: body.password, deviceId })
    return ok
  },
  'POST /api/change-password': async ({ app, session, body }) => {
    await changePassword(app, session!, body.password)
    return ok
  },
  'POST /api/change-email': async ({ app, scope, body }) => {
    await changeEmail(app, scope, body.email)
    return ok
  },
  'POST /api/update-profile': async ({ app, scope, body }) => {
    await updateProfile(app, scope, body)
    return ok
  },
  'GET /api/sessions': async ({ app, scope, session }) => {
    const rows = await listSessions(app.db, scope)
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      isThis: row.id === session!.sessionId,
    }))
  },
  'POST /api/revoke-session': async ({ app, session, body }) => {
    await revokeSession(app, session!, body.sessionId)
    return ok
  },
  'GET /api/crew-profile': async ({ app, scope }) => {
    const { range_feet: rangeFeet, ...profile } = await readCrewProfile(app.db, scope)
    return { ...profile, rangeFeet, hours: profile.hours }
  },
  'POST /api/update-crew-profile': async ({ app, scope, body }) => {
    await updateCrewProfile(app, scope, body)
    return ok
  },
}
