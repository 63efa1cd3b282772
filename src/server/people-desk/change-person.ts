import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { deleteAllOf } from '../passkeys/queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { phoneOrRefuse } from '../users/check-person.ts'
import { findByEmail, updateUser } from '../users/queries.ts'
import { removeSessions } from '../users/session-queries.ts'
import { removeSignInTokens } from '../users/token-queries.ts'
import { livingPersonOf } from './read-person.ts'
import { personTexts } from './texts.ts'

type Seen = {
  readonly name: string
  readonly phone: string | null
  readonly email: string
  readonly locale: Language
}

type Correction = {
  readonly id: UserId
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly locale: Language
  readonly was?: Seen | undefined
  readonly reason: string
}

const FIELDS = ['name', 'phone', 'email', 'locale'] as const

/**
 * A new address ends every session, link and passkey of the old one: whoever asked on the phone may not be whom it belongs to,
 * so the old address hears of it, too.
 */
export async function correctPerson(app: App, scope: OperatorScope, correction: Correction): Promise<void> {
  const { id, reason } = correction
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    const person = await livingPersonOf(trx, scope, id)
    if (person.type === 'Operator' && id !== scope.userId) throw new Refused('forbidden')
    const { was = person } = correction
    if (FIELDS.some((field) => was[field] !== person[field])) throw new Refused('changed_meanwhile')
    const phone = correction.phone === '' ? null : phoneOrRefuse(correction.phone)
    if (phone === null && person.phone !== null)
      throw new Refused('bad_input', { faults: { phone: 'missing' } })
    // Whoever signs in by phone alone would be out with a number that nobody has proven yet.
    if (correction.email === '' && (person.email !== '' || phone !== person.phone))
      throw new Refused('bad_input', { faults: { email: 'missing' } })
    const wanted = { name: correction.name, phone, email: correction.email, locale: correction.locale }
    const changed = FIELDS.filter((field) => wanted[field] !== person[field])
    if (changed.length === 0) throw new Refused('bad_input', { faults: { name: 'nothingIsChanged' } })
    const isNewAddress = wanted.email.toLowerCase() !== person.email.toLowerCase()
    if (isNewAddress) {
      const holder = await findByEmail(trx, wanted.email)
      if (holder !== undefined && holder.id !== id) throw new Refused('email_taken', { at: 'email' })
      await removeSignInTokens(trx, id)
      await removeSessions(trx, id, null)
      await deleteAllOf(trx, id)
    }
    await updateUser(trx, id, {
      ...wanted,
      ...(isNewAddress ? { holds_email: true } : {}),
      // Nobody has proven the new one yet: no code to it opens the account.
      ...(phone === person.phone ? {} : { holds_phone: false }),
    })
    const detail = {
      reason,
      before: Object.fromEntries(changed.map((field) => [field, person[field]])),
      after: Object.fromEntries(changed.map((field) => [field, wanted[field]])),
    }
    await recordAudit(trx, { actorId: scope.userId, action: 'correct_person', subject: id, detail, at: now })
    const texts = personTexts[wanted.locale]
    const what = changed.map((field) => texts[field])
    const { subject, text } = texts.corrected(wanted.name, what, app.config.supportEmail)
    for (const to of new Set([person.email, wanted.email].filter((address) => address !== ''))) {
      const key = `correct_person:${id}:${now}:${to}`
      await enqueue(trx, 'send_mail', { key, to, subject, text, userId: id }, { now })
    }
  })
}

/** Signs a person out on every device and takes its passkeys away, with the reason in the log. */
export async function endSessions(
  app: App,
  scope: OperatorScope,
  { id, reason }: { readonly id: UserId; readonly reason: string },
): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    const person = await livingPersonOf(trx, scope, id)
    if (person.type === 'Operator' && id !== scope.userId) throw new Refused('forbidden')
    await removeSignInTokens(trx, id)
    await removeSessions(trx, id, null)
    // Whoever has the device has its passkey, too.
    const detail = { reason, passkeysRemoved: await deleteAllOf(trx, id) }
    await recordAudit(trx, { actorId: scope.userId, action: 'end_sessions', subject: id, detail, at: now })
    const { subject, text } = personTexts[person.locale].signedOut(person.name, app.config.supportEmail)
    const key = `end_sessions:${id}:${now}`
    await enqueue(trx, 'send_mail', { key, to: person.email, subject, text, userId: id }, { now })
  })
}
