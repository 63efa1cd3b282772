import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { hashToken } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { openAccount, type Registered } from '../users/open-account.ts'
import { findByEmail } from '../users/queries.ts'
import { type Browser, startSession } from '../users/start-session.ts'
import { findHolder, takeProvenPhone } from './queries.ts'

export type Guest = {
  readonly token: string
  readonly name: string
  readonly email?: string | undefined
  readonly couponCode?: string | undefined
  readonly sponsorCode?: string | undefined
}

/** Others may open an account of the same phone, or with the same address, at the same moment. */
const OPENING_TRIES = 5

/**
 * A customer's account for a phone that was proven: one, however many pages open it at once. Where the address that
 * was given is somebody's already, the account is opened without holding it, as by registering (decision 29).
 */
export async function openGuest(
  app: App,
  guest: Guest,
  around: Browser & { readonly locale: Language },
): Promise<Registered & { readonly type: 'Customer' | 'Crew' | 'Operator' }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(app.db, async (trx) => {
        const now = app.ports.clock.now()
        const phone = await takeProvenPhone(trx, hashToken(guest.token), now)
        if (phone === null) throw new Refused('code_spent')
        const known = await findHolder(trx, { channel: 'phone', recipient: phone })
        if (known !== undefined) {
          const signedIn = await startSession(app, trx, known.id, around)
          return { ...signedIn, userId: known.id, refusedSponsor: null }
        }
        const { email = '', ...input } = guest
        const holder = email === '' ? null : ((await findByEmail(trx, email)) ?? null)
        const opening = { input: { ...input, email }, phone, holdsPhone: true, passwordHash: null, now }
        const opened = await openAccount(app, trx, holder, { ...around, ...opening, type: 'Customer' })
        return { ...opened, type: 'Customer' }
      })
    } catch (error) {
      const isRace = ['users_phone_key', 'users_email_key'].includes(violatedUnique(error) ?? '')
      if (!isRace || attempt >= OPENING_TRIES) throw error
    }
  }
}
