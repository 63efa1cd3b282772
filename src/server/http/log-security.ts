/**
 * What somebody who looks for an attack reads in the log: who signed in and out, and who was refused for what they are,
 * may do or tried too often. Never what was typed; of the address the route alone, for what is filled in may be a secret.
 */
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { ErrorCode, Refused } from '../refused.ts'
import { hashToken, type Session } from './session.ts'
import { findSession } from './session-queries.ts'

const TELLING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'wrong_credentials',
  'too_many_sign_ins',
  'too_many_calls',
  'link_invalid',
  'code_wrong',
  'code_spent',
  'too_many_codes',
  'mailbox_asked_enough',
  'passkey_refused',
  'passkey_late',
  'passkey_elsewhere',
  'passkey_unknown',
  'passkey_unverified',
  'passkey_copied',
  'second_factor_needed',
  'second_factor_wrong',
  'second_factor_used',
  'second_factor_tries',
  'own_second_factor',
  'forbidden',
  'not_allowed',
  'not_yours',
  'role_forbids',
  'every_city_needed',
  'share_ended',
  'share_forbids',
  'share_owner_only',
  'seeing_only',
  'seeing_hidden',
  'account_frozen',
  'hospitable_of_another',
])

const callers = new WeakMap<FastifyRequest, Session>()

/** So that a refusal names who was refused. */
export function rememberCaller(request: FastifyRequest, session: Session): void {
  callers.set(request, session)
}

export function logRefusal({ log }: App, { code }: Refused, request: FastifyRequest): void {
  const caller = callers.get(request)
  // What is somebody else's is answered as what is not there (threats Z1): whoever guesses shows by how often.
  const isGuess = code === 'not_found' && caller !== undefined && routeOf(request) !== null
  if (!TELLING.has(code) && !isGuess) return
  log.warn({ code: 'call_refused', refusal: code, userId: caller?.scope.userId ?? null, ...said(request) })
}

/** `token`: of the session that begins; null where one ends. */
export async function logSession(app: App, request: FastifyRequest, token: string | null): Promise<void> {
  if (token === null) {
    const userId = callers.get(request)?.scope.userId ?? null
    return app.log.info({ code: 'signed_out', userId, ...said(request) })
  }
  const session = await findSession(app.db, hashToken(token))
  const hasSecondFactor = (session?.second_factor_at ?? null) !== null
  app.log.info({ code: 'signed_in', userId: session?.user_id ?? null, hasSecondFactor, ...said(request) })
}

function said(request: FastifyRequest) {
  return { reqId: request.id, method: request.method, route: routeOf(request), ip: request.ip }
}

function routeOf({ routeOptions }: FastifyRequest): string | null {
  return routeOptions.url ?? null
}
