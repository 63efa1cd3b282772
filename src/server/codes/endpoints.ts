import type { codes } from '#contract/codes.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { Handlers } from '../http/handler.ts'
import { readWaysIn } from '../users/queries.ts'
import { openGuest } from './open-guest.ts'
import { sendCode } from './send-code.ts'
import { confirmCode, confirmPhone, signInWithCode } from './use-code.ts'

const ok = { ok: true } as const

export const codesHandlers: Handlers<typeof codes> = {
  'POST /api/send-code': async ({ app, body, locale, ip, deviceId, keepDevice }) => {
    keepDevice()
    return { token: await sendCode(app, body, { locale, ip, deviceId }) }
  },
  'POST /api/sign-in-with-code': async ({ app, body, userAgent, deviceId, setSession }) => {
    const signedIn = await signInWithCode(app, body, { userAgent, deviceId })
    if (signedIn === null) return { account: null }
    const { token, ...account } = signedIn
    setSession(token)
    return { account }
  },
  'POST /api/open-account': async ({ app, body, locale: asked, userAgent, deviceId, setSession }) => {
    const { locale = asked, ...guest } = body
    const opened = await openGuest(app, guest, { locale, userAgent, deviceId })
    setSession(opened.token)
    const { refusedSponsor: refused } = opened
    return {
      type: opened.type,
      locale: opened.locale,
      codeRefused: refused && refusalSentence(refused, opened.locale),
    }
  },
  'POST /api/confirm-code': async ({ app, session, body }) => {
    await confirmCode(app, session!, body)
    return ok
  },
  'POST /api/confirm-phone': async ({ app, scope, body }) => {
    await confirmPhone(app, scope.userId, body)
    return ok
  },
  'GET /api/sign-in-ways': ({ app, scope }) => readWaysIn(app.db, scope.userId),
}
