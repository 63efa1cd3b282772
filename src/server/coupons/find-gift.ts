/** What the coupon of a customer gives for the next piece of work, or a code to a guest. */
import type { UserId } from '#domain/ids.ts'
import { ZERO_CENTS } from '#domain/money.ts'
import { type CouponGift, type CouponUser, giftOf } from '#domain/pricing/coupons.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { findCoupon, findCouponUser, findOwnCode, lockCoupon, lockOwnCode, termsOf } from './queries.ts'

export async function findGift(db: Db, customerId: UserId, now: Instant): Promise<CouponGift | null> {
  return giftBy(db, await findOwnCode(db, customerId), customerId, now)
}

/**
 * For work whose price is frozen now: customer and coupon stay locked until that is written. A coupon that gives this
 * customer nothing is not waited for.
 */
export async function findLockedGift(db: Db, customerId: UserId, now: Instant): Promise<CouponGift | null> {
  const code = await lockOwnCode(db, customerId)
  if ((await giftBy(db, code, customerId, now)) === null || code === null) return null
  const coupon = await lockCoupon(db, code)
  return giftOf(termsOf(coupon), await findCouponUser(db, code, customerId), now)
}

export async function findGuestGift(
  db: Db,
  { code, marketId }: { readonly code: string; readonly marketId: string },
  now: Instant,
): Promise<CouponGift | null> {
  const coupon = await findCoupon(db, code)
  return coupon === undefined ? null : giftOf(termsOf(coupon), guestIn(marketId), now)
}

/** Of whom nothing is known yet. */
export function guestIn(marketId: string): CouponUser {
  return { marketId, ownUses: 0, ownCents: ZERO_CENTS, hasOrdered: false }
}

async function giftBy(
  db: Db,
  code: string | null,
  customerId: UserId,
  now: Instant,
): Promise<CouponGift | null> {
  const coupon = code === null ? undefined : await findCoupon(db, code)
  if (coupon === undefined) return null
  return giftOf(termsOf(coupon), await findCouponUser(db, coupon.code, customerId), now)
}
