import type { coupons } from '#contract/coupons.ts'
import type { Handlers } from '../http/handler.ts'
import { takeCoupon } from './take-coupon.ts'

export const couponsHandlers: Handlers<typeof coupons> = {
  'POST /api/use-coupon': ({ app, scope, body }) => takeCoupon(app, scope, body.code),
}
