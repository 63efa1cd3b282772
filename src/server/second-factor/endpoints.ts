import type { secondFactor } from '#contract/second-factor.ts'
import { needsSecondFactor } from '#domain/staff/second-factor.ts'
import type { Handlers } from '../http/handler.ts'
import { beginSecondFactor, confirmSecondFactor, renewRecoveryCodes } from './add-second-factor.ts'
import { giveSecondFactor } from './give-second-factor.ts'
import { countOfSecondFactor } from './queries.ts'

const ok = { ok: true } as const

export const secondFactorHandlers: Handlers<typeof secondFactor> = {
  'GET /api/second-factor': async ({ app, scope, session }) => {
    const { passkeys, has_app, codes } = await countOfSecondFactor(app.db, scope.userId)
    return {
      isNeeded: needsSecondFactor(session?.staffRole ?? null, 'money'),
      isDemo: app.config.wantsDemo,
      passkeys,
      hasApp: has_app,
      recoveryCodesLeft: codes,
    }
  },
  'POST /api/begin-second-factor': ({ app, session }) => beginSecondFactor(app, session!),
  'POST /api/confirm-second-factor': ({ app, session, body }) =>
    confirmSecondFactor(app, session!, body.code),
  'POST /api/give-second-factor': async ({ app, session, body }) => {
    await giveSecondFactor(app, session!, body.code)
    return ok
  },
  'POST /api/renew-recovery-codes': ({ app, session }) => renewRecoveryCodes(app, session!),
}
