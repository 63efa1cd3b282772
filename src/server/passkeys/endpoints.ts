import type { passkeys } from '#contract/passkeys.ts'
import type { Handlers } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import { addPasskey } from './add-passkey.ts'
import { askForNewPasskey, askOwnPasskey, askPasskey } from './ask-passkey.ts'
import { listPasskeys, renameOwn } from './queries.ts'
import { removePasskey } from './remove-passkey.ts'
import { confirmPasskey, signInWithPasskey } from './use-passkey.ts'

const ok = { ok: true } as const

export const passkeysHandlers: Handlers<typeof passkeys> = {
  'GET /api/passkeys': async ({ app, scope }) =>
    (await listPasskeys(app.db, scope.userId)).map((row) => ({
      id: row.id,
      name: row.name,
      isSynced: row.is_synced,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    })),
  'POST /api/begin-passkey': ({ app, session }) => askForNewPasskey(app, session!),
  'POST /api/add-passkey': ({ app, session, body, userAgent }) =>
    addPasskey(app, session!, { made: body.credential, userAgent }),
  'POST /api/rename-passkey': async ({ app, scope, body }) => {
    if (!(await renameOwn(app.db, scope.userId, body))) throw new Refused('not_found')
    return ok
  },
  'POST /api/remove-passkey': async ({ app, session, body }) => {
    await removePasskey(app, session!, body.passkeyId)
    return ok
  },
  'POST /api/ask-passkey': ({ app, ip, deviceId, keepDevice }) => {
    keepDevice()
    return askPasskey(app, { ip, deviceId })
  },
  'POST /api/sign-in-with-passkey': async ({ app, body, userAgent, deviceId, setSession }) => {
    const { token, ...signedIn } = await signInWithPasskey(app, body.credential, { userAgent, deviceId })
    setSession(token)
    return signedIn
  },
  'POST /api/ask-own-passkey': ({ app, session }) => askOwnPasskey(app, session!),
  'POST /api/confirm-passkey': async ({ app, session, body }) => {
    await confirmPasskey(app, session!, body.credential)
    return ok
  },
}
