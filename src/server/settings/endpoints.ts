import type { settings } from '#contract/settings.ts'
import type { Handlers } from '../http/handler.ts'
import { readAllSettings } from './read-all-settings.ts'
import { setSetting } from './set-setting.ts'

export const settingsHandlers: Handlers<typeof settings> = {
  'POST /api/get-settings': ({ app, scope, body }) => readAllSettings(app, scope, body.marketId),
  'POST /api/set-setting': async ({ app, scope, body }) => {
    await setSetting(app, scope, body)
    return { ok: true } as const
  },
}
