/** Opening an account. Cookies of coupon and sponsor were read by the browser's form; who brought whom is decided here. */

import { sponsorCode } from '#domain/commissions/attribution.ts'
import type { LatLng } from '#domain/geo.ts'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { openSession } from '../http/session.ts'
import { keepMark } from '../referrals/identity-queries.ts'
import { takeSponsor } from '../referrals/take-sponsor.ts'
import type { UserType } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { addUser, type PersonInput } from './add-user.ts'
import { checkServices, emailTaken, passwordOrRefuse, phoneOrRefuse } from './check-person.ts'
import { insertCrewProfile, replaceHours, type WorkingHours } from './crew-queries.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { findByEmail, findSponsor, updateUser } from './queries.ts'
import { accountMails } from './texts.ts'

export type CrewInput = PersonInput & {
  readonly base: LatLng & { readonly address: string }
  readonly rangeFeet: number
  readonly services: readonly string[]
  readonly hours: readonly WorkingHours[]
  readonly vehicle?: string | undefined
}

export type Registered = {
  readonly userId: UserId
  readonly token: string
  readonly locale: Language
  /** Why the code that was given names no sponsor. */
  readonly refusedSponsor: RefusalReason | null
}

type Surroundings = {
  readonly locale: Language
  readonly userAgent: string
  readonly deviceId?: string
  /** Made beforehand from this very password, by who opens hundreds of accounts with one; no request can say it. */
  readonly passwordHash?: string
}

export async function registerCustomer(
  app: App,
  input: PersonInput,
  around: Surroundings,
): Promise<Registered> {
  return register(app, 'Customer', input, around, async () => {})
}

export async function registerCrew(app: App, input: CrewInput, around: Surroundings): Promise<Registered> {
  return register(app, 'Crew', input, around, async (db, userId) => {
    await checkServices(db, input.services)
    await updateUser(db, userId, input.base)
    await insertCrewProfile(db, userId, { ...input, vehicle: input.vehicle ?? '' })
    await replaceHours(db, userId, input.hours)
  })
}

async function register(
  app: App,
  type: UserType,
  input: PersonInput,
  around: Surroundings,
  more: (db: Db, userId: UserId) => Promise<void>,
): Promise<Registered> {
  const phone = phoneOrRefuse(input.phone)
  passwordOrRefuse(input.password, input)
  const passwordHash = around.passwordHash ?? (await hashPassword(input.password))
  const now = app.ports.clock.now()
  const locale = input.locale ?? around.locale
  try {
    return await inTransaction(app.db, async (trx) => {
      if ((await findByEmail(trx, input.email)) !== undefined) throw emailTaken()
      const userId = await addUser(trx, { type, input, phone, passwordHash, locale, now })
      await more(trx, userId)
      await keepMark(trx, { userId, kind: 'device', mark: around.deviceId ?? '', now })
      const sponsor = await findSponsor(trx, sponsorCode(input) ?? '')
      const refusedSponsor =
        sponsor === undefined
          ? null
          : await takeSponsor(trx, { newcomerId: userId, sponsorId: sponsor.id, now })
      const { subject, text } = accountMails[locale].welcome(
        input.name,
        `${app.config.http.origin}/welcome-${type.toLowerCase()}`,
      )
      await enqueue(
        trx,
        'send_mail',
        { key: `welcome:${userId}`, to: input.email, subject, text, userId },
        { now },
      )
      const token = await openSession(trx, { userId, userAgent: around.userAgent, now })
      return { userId, locale, token, refusedSponsor }
    })
  } catch (error) {
    // Two registrations of one address at the same moment: the index lets one through.
    if (violatedUnique(error) === 'users_email_key') throw emailTaken()
    throw error
  }
}
