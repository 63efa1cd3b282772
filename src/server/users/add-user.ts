import { randomBytes } from 'node:crypto'
import { decideSponsor, type Identity, sponsorCode } from '#domain/commissions/attribution.ts'
import { randomCode, type UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { DEFAULT_TIME_ZONE, type Instant } from '#domain/time.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { UserType } from '../scope.ts'
import { findCoupon, findFirstMarket, findSponsor, insertUser } from './queries.ts'

export type PersonInput = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly locale?: Language | undefined
  readonly couponCode?: string | undefined
  readonly sponsorCode?: string | undefined
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
export async function addUser(
  db: Db,
  { type, input, phone, passwordHash, locale, now }: NewUser,
): Promise<UserId> {
  const market = await findFirstMarket(db)
  return insertUser(db, {
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
