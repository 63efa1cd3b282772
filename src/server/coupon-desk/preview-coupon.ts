/** What a coupon could come to, before it is written. */
import type { BodyOf } from '#contract/endpoint.ts'
import type { couponDesk } from '#contract/coupons.ts'
import { cents, shareOf } from '#domain/money.ts'
import { mostItGives } from '#domain/pricing/coupons.ts'
import { addDays, dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { marketZone } from '../market-zone.ts'
import type { OperatorScope } from '../scope.ts'
import { countCustomers, sumWorks } from './coupon-queries.ts'
import { checkFacts } from './save-coupon.ts'

const DAYS = 30

type Wanted = BodyOf<(typeof couponDesk)['POST /api/preview-coupon']>

export async function previewCoupon(app: App, scope: OperatorScope, wanted: Wanted) {
  const { db } = app
  await checkFacts(db, scope, wanted)
  const until = dateAt(app.ports.clock.now(), await marketZone(db, scope))
  const [customers, sum] = await Promise.all([
    countCustomers(db, scope, wanted),
    sumWorks(db, scope, wanted, { from: addDays(until, -DAYS), until }),
  ])
  const worksCents = cents(sum.cents)
  const { shareBasisPoints, budgetCents } = wanted
  const ofWorks = shareBasisPoints === null ? null : shareOf(worksCents, shareBasisPoints)
  return {
    customers,
    mostCents: mostItGives(wanted, customers),
    days: DAYS,
    works: sum.works,
    worksCents,
    wouldGiveCents:
      ofWorks === null || budgetCents === null ? ofWorks : cents(Math.min(ofWorks, budgetCents)),
  }
}
