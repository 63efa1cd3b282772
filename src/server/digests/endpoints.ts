import type { digests } from '#contract/digests.ts'
import type { Handlers } from '../http/handler.ts'
import { readDigestChoice, saveDigestChoice } from './save-digest-choice.ts'

export const digestsHandlers: Handlers<typeof digests> = {
  'GET /api/daily-digest': ({ app, scope }) => readDigestChoice(app, scope),
  'POST /api/save-daily-digest': async ({ app, scope, body }) => {
    await saveDigestChoice(app, scope, body)
    return { ok: true }
  },
}
