/** Opening an account. Cookies of coupon and sponsor were read by the browser's form; who brought whom is decided here. */

import type { LatLng } from '#domain/geo.ts'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { type Instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { openMarketNear } from '../markets/queries.ts'
import { Refused } from '../refused.ts'
import type { UserType } from '../scope.ts'
import type { PersonInput } from './add-user.ts'
import { checkServices, emailTaken, passwordOrRefuse, phoneOrRefuse } from './check-person.ts'
import { insertCrewProfile, replaceHours, type WorkingHours } from './crew-queries.ts'
import { hashPassword, isSameHash } from '../passwords/hash-password.ts'
import { countTry, forgetTries } from '../passwords/try-queries.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { type Holder, openAccount, type Opening, type Registered } from './open-account.ts'
import { findByEmail, updateUser } from './queries.ts'
import { startSession } from './start-session.ts'

export type CrewInput = PersonInput & {
  readonly base: LatLng & { readonly address: string }
  readonly rangeFeet: number
  readonly services: readonly string[]
  readonly hours: readonly WorkingHours[]
  readonly vehicle?: string | undefined
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
  const market = await openMarketNear(app.db, input.base, input.rangeFeet)
  if (market === null) throw new Refused('market_not_open', { at: 'base' })
  return register(app, 'Crew', input, { ...around, market }, async (db, userId) => {
    await checkServices(db, input.services)
    await updateUser(db, userId, input.base)
    await insertCrewProfile(db, userId, { ...input, vehicle: input.vehicle ?? '' })
    await replaceHours(db, userId, input.hours)
  })
}

/** Others may register the same address at the same moment. */
const REGISTERING_TRIES = 5

/**
 * Whose address it is says nothing about the answer. Who gives the password of the account that has it is signed in
 * there; anybody else gets an account that does not hold the address, and its owner is told by mail.
 */
async function register(
  app: App,
  type: UserType,
  input: PersonInput,
  around: Surroundings & Pick<Opening, 'market'>,
  more: (db: Db, userId: UserId) => Promise<void>,
): Promise<Registered> {
  const phone = phoneOrRefuse(input.phone)
  passwordOrRefuse(input.password, input)
  const now = app.ports.clock.now()
  const isTriedTooOften = around.passwordHash === undefined && (await countPassword(app, input.email, now))
  for (let attempt = 1; attempt <= REGISTERING_TRIES; attempt++) {
    const holder = (await findByEmail(app.db, input.email)) ?? null
    const passwordHash =
      around.passwordHash ?? (await hashPassword(input.password, holder?.password_hash ?? null))
    const locale = input.locale ?? around.locale
    const opening = { ...around, type, input, phone, passwordHash, locale, now, more }
    const isOwner = holder !== null && !isTriedTooOften && isSameHash(holder.password_hash, passwordHash)
    const registered = isOwner ? await signInOwner(app, holder, opening) : await openNew(app, holder, opening)
    if (registered !== 'changed meanwhile') return registered
  }
  throw new Refused('conflict')
}

/** Passwords of an address given here are counted as those that sign in: after too many none is compared. */
async function countPassword(app: App, email: string, now: Instant): Promise<boolean> {
  const { signInTries, signInTriesMinutes } = await settingsAt(app.db, null, now)
  const windowMs = signInTriesMinutes * MINUTE_MS
  return (await countTry(app.db, { kind: 'register', whose: email, now, windowMs })) > signInTries
}

async function signInOwner(
  app: App,
  holder: Holder,
  { type, userAgent, deviceId = '', input }: Opening,
): Promise<Registered> {
  if (holder.type !== type) throw emailTaken()
  await forgetTries(app.db, { kind: 'register', whose: input.email })
  return inTransaction(app.db, async (trx) => {
    const { token, locale } = await startSession(app, trx, holder.id, { userAgent, deviceId })
    return { userId: holder.id, locale, token, refusedSponsor: null }
  })
}

async function openNew(
  app: App,
  holder: Holder | null,
  opening: Opening,
): Promise<Registered | 'changed meanwhile'> {
  try {
    return await inTransaction(app.db, async (trx) => {
      if ((await findByEmail(trx, opening.input.email))?.id !== holder?.id) return 'changed meanwhile'
      return openAccount(app, trx, holder, opening)
    })
  } catch (error) {
    // Two registrations of one address at the same moment: the index lets one through.
    if (violatedUnique(error) === 'users_email_key') return 'changed meanwhile'
    throw error
  }
}
