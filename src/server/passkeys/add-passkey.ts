import { deviceName } from '#domain/accounts/device-name.ts'
import { PASSKEY_NAME_LENGTH, PASSKEYS_OF_ACCOUNT } from '#domain/accounts/passkey.ts'
import type { PasskeyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { type Attestation, checkNewPasskey } from './check-passkey.ts'
import { notifyHolder } from './notify-holder.ts'
import { insertPasskey, listPasskeys } from './queries.ts'
import { passkeyTexts } from './texts.ts'

export type Added = { readonly id: PasskeyId; readonly name: string }

/** Named after the device on which it is added. */
export async function addPasskey(
  app: App,
  session: Session,
  { made, userAgent }: { readonly made: Attestation; readonly userAgent: string },
): Promise<Added> {
  const { userId, locale } = session.scope
  const passkey = await checkNewPasskey(app, made, { session })
  const name = deviceName(userAgent).slice(0, PASSKEY_NAME_LENGTH).trim() || passkeyTexts[locale].unnamed
  try {
    return await inTransaction(app.db, async (trx) => {
      const now = app.ports.clock.now()
      if ((await listPasskeys(trx, userId)).length >= PASSKEYS_OF_ACCOUNT)
        throw new Refused('too_many_passkeys')
      const id = await insertPasskey(trx, { ...passkey, userId, name, now })
      await notifyHolder(app, trx, session, { what: 'added', name })
      return { id, name }
    })
  } catch (error) {
    if (violatedUnique(error) === 'passkey_credential_key') throw new Refused('passkey_known')
    throw error
  }
}
