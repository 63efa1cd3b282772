/** A customer takes a coupon by its code, in place of the one it had. What is wrong with one is said by its name. */
import type { Language } from '#domain/language.ts'
import { couponFault } from '#domain/pricing/coupons.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { guestIn } from './find-gift.ts'
import { findCoupon, findCouponUser, lockOwnCode, saveOwnCode, termsOf } from './queries.ts'
import { couponTexts } from './texts.ts'

export function takeCoupon(
  app: App,
  scope: CustomerScope,
  code: string,
): Promise<{ code: string; name: string }> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    await lockOwnCode(db, scope.userId)
    const coupon = await findCoupon(db, code)
    const texts = couponTexts[scope.locale]
    if (coupon === undefined) throw new Refused('bad_input', { fields: { code: texts.unknown(code) } })
    const fault = couponFault(termsOf(coupon), await findCouponUser(db, coupon.code, scope.userId), now)
    if (fault !== null) throw new Refused('bad_input', { fields: { code: texts[fault](coupon.name) } })
    await saveOwnCode(db, scope.userId, coupon.code)
    return { code: coupon.code, name: coupon.name }
  })
}

/** A code that somebody brings who has no account yet; where it is good, is not known. Null for one that is none. */
export async function checkCoupon(db: Db, code: string, locale: Language, now: Instant) {
  const coupon = await findCoupon(db, code)
  if (coupon === undefined) return null
  const terms = termsOf(coupon)
  const fault = couponFault(terms, guestIn(terms.marketId ?? ''), now)
  return {
    code: coupon.code,
    name: coupon.name,
    creditCents: terms.creditCents,
    shareBasisPoints: terms.shareBasisPoints,
    fault: fault === null ? null : couponTexts[locale][fault](coupon.name),
    isKept: fault === null || fault === 'not_begun',
  }
}
