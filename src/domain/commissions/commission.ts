/** What a sponsor earns, for how long, and when it is the sponsor's (product §3, Commission). */
import { type Cents, shareOf, ZERO_CENTS } from '../money.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { addMonths, DAY_MS, type Instant, instant, type LocalDate } from '../time.ts'

export type CommissionSettings = Pick<
  BusinessSettings,
  | 'customerCommissionBasisPoints'
  | 'crewCommissionBasisPoints'
  | 'commissionMonths'
  | 'commissionMaturityDays'
>

export type CommissionedVisit = {
  /** Whom the sponsor brought: the customer who paid or the crew who did it. */
  readonly broughtUser: 'customer' | 'crew'
  /** `customerCommissionBaseCents` or `crewCommissionBaseCents` of the visit's split. */
  readonly baseCents: Cents
  readonly visitDate: LocalDate
  /** The day of the brought user's first paid visit; `null` where this one is the first. */
  readonly firstPaidDate: LocalDate | null
}

/** Zero once the months are over, and where a coupon paid everything. */
export function commissionCents(visit: CommissionedVisit, settings: CommissionSettings): Cents {
  const endsOn = addMonths(visit.firstPaidDate ?? visit.visitDate, settings.commissionMonths)
  if (visit.visitDate >= endsOn || visit.baseCents <= 0) return ZERO_CENTS
  return shareOf(
    visit.baseCents,
    visit.broughtUser === 'customer'
      ? settings.customerCommissionBasisPoints
      : settings.crewCommissionBasisPoints,
  )
}

/** A commission is the sponsor's once the payment that it comes from is seven days old. */
export function commissionAvailableAt(paymentSucceededAt: Instant, settings: CommissionSettings): Instant {
  return instant(paymentSucceededAt + settings.commissionMaturityDays * DAY_MS)
}
