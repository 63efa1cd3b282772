import { MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { isDeviceOf } from '../referrals/identity-queries.ts'
import { Refused } from '../refused.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { countTry, forgetTries } from './try-queries.ts'

/**
 * Whatever the addresses from which somebody tries, the passwords tried on one account are few; a link by mail still
 * opens it, and so does a browser in which it was open before: its tries are counted apart, so that no stranger's
 * attack keeps the owner out. Answers what forgets them, for when the password was right.
 */
export async function checkTries(
  app: App,
  tried: {
    readonly kind: 'sign_in' | 'confirm_password'
    readonly email: string
    readonly deviceId: string
  },
): Promise<() => Promise<void>> {
  const { kind, email, deviceId } = tried
  const now = app.ports.clock.now()
  const { signInTries, signInTriesMinutes } = await settingsAt(app.db, null, now)
  const knownDevice = (await isDeviceOf(app.db, email, deviceId)) ? deviceId : null
  const windowMs = signInTriesMinutes * MINUTE_MS
  if ((await countTry(app.db, { kind, whose: email, knownDevice, now, windowMs })) > signInTries)
    throw new Refused('too_many_sign_ins')
  return () => forgetTries(app.db, { kind, whose: email, knownDevice })
}
