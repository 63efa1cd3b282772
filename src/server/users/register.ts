/** Opening an account. Cookies of coupon and sponsor were read by the browser's form; who brought whom is decided here. */
import { randomBytes } from 'node:crypto'
import { decidePassword, type PasswordOwner } from '#domain/accounts/password.ts'
import { normalisePhone } from '#domain/accounts/phone.ts'
import { decideSponsor, type Identity, sponsorCode } from '#domain/commissions/attribution.ts'
import type { LatLng } from '#domain/geo.ts'
import { randomCode, type UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { DEFAULT_TIME_ZONE, type Instant, type LocalTime, type Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { openSession } from '../http/session.ts'
import { Refused } from '../refused.ts'
import type { UserType } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { hashPassword } from './password-hash.ts'
import { findByEmail, findCoupon, findSponsor } from './queries.ts'
import { accountMails } from './texts.ts'

export type PersonInput = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly locale?: Language | undefined
  readonly couponCode?: string | undefined
  readonly sponsorCode?: string | undefined
}

export type CrewInput = PersonInput & {
  readonly base: LatLng & { readonly address: string }
  readonly rangeFeet: number
  readonly services: readonly string[]
  readonly hours: readonly {
    readonly weekday: Weekday
    readonly starts: LocalTime
    readonly ends: LocalTime
  }[]
  readonly vehicle?: string | undefined
}

export type Registered = { readonly userId: UserId; readonly token: string; readonly locale: Language }
type Surroundings = {
  readonly locale: Language
  readonly userAgent: string
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
    await db
      .updateTable('users')
      .set({ address: input.base.address, lat: input.base.lat, lng: input.base.lng })
      .where('id', '=', userId)
      .execute()
    await db
      .insertInto('crew_profile')
      .values({
        user_id: userId,
        range_feet: input.rangeFeet,
        services: [...new Set(input.services)],
        vehicle: input.vehicle ?? '',
      })
      .execute()
    await db
      .insertInto('crew_hours')
      .values(input.hours.map((day) => ({ crew_id: userId, ...day })))
      .execute()
  })
}

/** Refuses a service that is not in the catalogue, naming the field. */
export async function checkServices(db: Db, keys: readonly string[]): Promise<void> {
  const known = await db
    .selectFrom('service')
    .where('key', 'in', [...keys])
    .where('is_active', '=', true)
    .select('key')
    .execute()
  if (known.length !== new Set(keys).size)
    throw new Refused('bad_input', { faults: { services: 'chooseServicesFromList' } })
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
      const userId = await insertUser(trx, { type, input, phone, passwordHash, locale, now })
      await more(trx, userId)
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
      return { userId, locale, token: await openSession(trx, { userId, userAgent: around.userAgent, now }) }
    })
  } catch (error) {
    // Two registrations of one address at the same moment: the index lets one through.
    if ((error as { constraint?: string }).constraint === 'users_email_key') throw emailTaken()
    throw error
  }
}

/** `+13035551234`; throws with the reason under `phone`. */
export function phoneOrRefuse(text: string): string {
  const decided = normalisePhone(text)
  if ('refused' in decided) throw new Refused(decided.refused, { at: 'phone' })
  return decided.phone
}

/** Throws with the reason under `password`. */
export function passwordOrRefuse(password: string, owner: PasswordOwner): void {
  const decided = decidePassword(password, owner)
  if ('refused' in decided) throw new Refused(decided.refused, { at: 'password' })
}

export function emailTaken(): Refused {
  return new Refused('email_taken', { at: 'email' })
}

type NewUser = {
  type: UserType
  input: Pick<PersonInput, 'name' | 'email' | 'couponCode' | 'sponsorCode'>
  phone: string | null
  passwordHash: string
  locale: Language
  now: Instant
}

/** Opens the account's row; who brought it is decided here. */
export async function insertUser(
  db: Db,
  { type, input, phone, passwordHash, locale, now }: NewUser,
): Promise<UserId> {
  const market = await db
    .selectFrom('market')
    .orderBy('id')
    .select(['id', 'time_zone'])
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('users')
    .values({
      type,
      market_id: market.id,
      email: input.email,
      name: input.name,
      phone,
      password_hash: passwordHash,
      locale,
      time_zone: market.time_zone ?? DEFAULT_TIME_ZONE,
      referral_code: randomCode(randomBytes),
      sponsor_id: await sponsorOf(db, input, phone, now),
      coupon_code: type === 'Customer' ? await couponOf(db, input.couponCode, now) : null,
      password_changed_at: toTimestamp(now),
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * An unknown or self-referring sponsor keeps nobody from registering: there is just no sponsor, and the operator reads
 * why. A coupon code that is somebody's own code names the sponsor, too (seed §5).
 */
async function sponsorOf(
  db: Db,
  input: NewUser['input'],
  phone: string | null,
  now: Instant,
): Promise<UserId | null> {
  const code = sponsorCode(input)
  const found = code === undefined ? undefined : await findSponsor(db, code)
  if (found === undefined) return null
  const newcomer = {
    userId: '',
    phone,
    email: input.email,
    cardFingerprints: [],
    payoutAccountIds: [],
    places: [],
  }
  const decided = decideSponsor(newcomer, identityOf(found), null)
  if ('sponsorId' in decided) return found.id
  await recordAudit(db, {
    actorId: null,
    at: now,
    action: 'sponsor_refused',
    subject: found.id,
    detail: { reason: decided.refused, email: input.email },
  })
  return null
}

function identityOf(sponsor: NonNullable<Awaited<ReturnType<typeof findSponsor>>>): Identity {
  return {
    userId: sponsor.id,
    phone: sponsor.phone,
    email: sponsor.email,
    cardFingerprints: sponsor.fingerprint === null ? [] : [sponsor.fingerprint],
    payoutAccountIds: sponsor.payout_account_id === null ? [] : [sponsor.payout_account_id],
    places: [],
  }
}

async function couponOf(db: Db, code: string | undefined, now: Instant): Promise<string | null> {
  if (code === undefined) return null
  const coupon = await findCoupon(db, code)
  return coupon !== undefined && (coupon.valid_until === null || coupon.valid_until > now)
    ? coupon.code
    : null
}
