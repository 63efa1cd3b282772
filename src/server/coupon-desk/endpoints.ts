import type { couponDesk } from '#contract/coupons.ts'
import type { Handlers } from '../http/handler.ts'
import { previewCoupon } from './preview-coupon.ts'
import { readCoupon, readCoupons, readUses } from './read-coupons.ts'
import { endCoupon, saveCoupon } from './save-coupon.ts'

export const couponDeskHandlers: Handlers<typeof couponDesk> = {
  'GET /api/coupon-list': ({ app, scope, query, now }) => readCoupons(app, scope, query.cursor, now),
  'GET /api/coupon': ({ app, scope, query, now }) => readCoupon(app, scope, query.code, now),
  'GET /api/coupon-uses': ({ app, scope, query }) => readUses(app, scope, query),
  'POST /api/preview-coupon': ({ app, scope, body }) => previewCoupon(app, scope, body),
  'POST /api/save-coupon': ({ app, scope, body }) => saveCoupon(app, scope, body),
  'POST /api/end-coupon': ({ app, scope, body }) => endCoupon(app, scope, body),
}
