import { randomBytes } from 'node:crypto'
import { randomCode, type UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { StaffRole } from '#domain/staff/roles.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { checkCoupon } from '../coupons/take-coupon.ts'
import { findFirstMarket } from '../markets/queries.ts'
import type { UserType } from '../scope.ts'
import { insertUser } from './queries.ts'

export type PersonInput = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly locale?: Language | undefined
  readonly couponCode?: string | undefined
  readonly sponsorCode?: string | undefined
}

export type NewUser = {
  /** False where somebody else has the address already, or there is none. */
  holdsEmail?: boolean
  /** True where a code sent there was given. */
  holdsPhone?: boolean
  type: UserType
  /** Of an operator. */
  staffRole?: StaffRole
  /** Left out where a first place will say it. */
  market?: { readonly id: string; readonly timeZone: string }
  input: Pick<PersonInput, 'name' | 'email' | 'couponCode'>
  phone: string | null
  /** Null for who signs in without one. */
  passwordHash: string | null
  locale: Language
  now: Instant
}

/** Opens the account's row; who brought it is decided when all of it is there (`take-sponsor.ts`). */
export async function addUser(
  db: Db,
  {
    type,
    staffRole,
    input,
    phone,
    passwordHash,
    locale,
    now,
    market: given,
    holdsEmail = true,
    holdsPhone = false,
  }: NewUser,
): Promise<UserId> {
  const market = given ?? (await findFirstMarket(db))
  return insertUser(db, {
    type,
    market_id: market.id,
    staff_role: staffRole ?? null,
    email: input.email,
    holds_email: holdsEmail,
    name: input.name,
    phone,
    holds_phone: holdsPhone,
    password_hash: passwordHash,
    locale,
    time_zone: market.timeZone,
    referral_code: randomCode(randomBytes),
    sponsor_id: null,
    coupon_code: type === 'Customer' ? await couponOf(db, input.couponCode, locale, now) : null,
    password_changed_at: toTimestamp(now),
    created_at: toTimestamp(now),
  })
}

async function couponOf(
  db: Db,
  code: string | undefined,
  locale: Language,
  now: Instant,
): Promise<string | null> {
  const coupon = code === undefined ? null : await checkCoupon(db, code, locale, now)
  return coupon?.isKept ? coupon.code : null
}
