/**
 * What cancelling an order costs, shown before it is booked and again before it is cancelled. Free until a crew has
 * accepted, for some minutes after, and while the window is far away; then a share of the price, more once the crew is
 * on its way. A crew that does not come costs the customer nothing and gives a credit.
 */
import { LEAST_CHARGE_CENTS } from '../billing/statement.ts'
import { type BasisPoints, type Cents, cents, shareOf, ZERO_CENTS } from '../money.ts'
import { type CallOutSettings, callOutOf } from '../pricing/call-out.ts'
import { customerTotalOf, type LineItem } from '../pricing/lines.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '../time.ts'
import type { OrderProgress } from './progress.ts'

export type CancellationSettings = Pick<
  BusinessSettings,
  | 'cancelFreeMinutes'
  | 'cancelFreeHoursBefore'
  | 'cancelFeeBasisPoints'
  | 'cancelFeeMinimumCents'
  | 'cancelOnTheWayFeeBasisPoints'
  | 'cancelOnTheWayFeeMinimumCents'
  | 'cancelCrewShareBasisPoints'
  | 'missedCreditCents'
>

export type CancelledOrder = {
  readonly progress: OrderProgress
  /** When a crew took it; null while none has. */
  readonly acceptedAt: Instant | null
  readonly startsAt: Instant
  /** What the customer would pay for the work: no fee is higher. */
  readonly totalCents: Cents
}

export type CancellationTerms = {
  readonly feeCents: Cents
  /** Goes to the crew that loses the work; the rest stays with the platform. */
  readonly crewShareCents: Cents
  readonly reason: 'not_accepted' | 'just_accepted' | 'far_ahead' | 'accepted' | 'on_the_way'
  /** Until when it stays free; null where it is not, or is without an end in sight. */
  readonly freeUntil: Instant | null
}

/** Both ways, before anything is booked. */
export type CancellationRules = {
  readonly freeMinutes: number
  readonly freeHoursBefore: number
  readonly acceptedFeeCents: Cents
  readonly onTheWayFeeCents: Cents
  readonly noAccessFeeCents: Cents
  readonly missedCreditCents: Cents
}

export function cancellationTerms(
  order: CancelledOrder,
  now: Instant,
  settings: CancellationSettings,
): CancellationTerms | Refusal {
  const { progress, acceptedAt } = order
  if (progress === 'on_the_way') return withFee(order, 'on_the_way', settings)
  if (progress === 'booking' || progress === 'declined' || progress === 'looking')
    return free('not_accepted', null)
  if (progress !== 'accepted') return refuse('wrong_state')
  const isSoonUntil = instant((acceptedAt ?? now) + settings.cancelFreeMinutes * MINUTE_MS)
  const isFarUntil = instant(order.startsAt - settings.cancelFreeHoursBefore * HOUR_MS)
  if (now < isFarUntil) return free('far_ahead', isFarUntil > isSoonUntil ? isFarUntil : isSoonUntil)
  if (now < isSoonUntil) return free('just_accepted', isSoonUntil)
  return withFee(order, 'accepted', settings)
}

/** `lines` are what the work costs. */
export function cancellationRules(
  lines: readonly LineItem[],
  settings: CancellationSettings & CallOutSettings,
): CancellationRules {
  const totalCents = customerTotalOf(lines)
  return {
    freeMinutes: settings.cancelFreeMinutes,
    freeHoursBefore: settings.cancelFreeHoursBefore,
    acceptedFeeCents: feeOf(totalCents, 'accepted', settings),
    onTheWayFeeCents: feeOf(totalCents, 'on_the_way', settings),
    noAccessFeeCents: callOutOf('nobody_home', lines, settings).feeCents,
    missedCreditCents: settings.missedCreditCents,
  }
}

function free(reason: CancellationTerms['reason'], freeUntil: Instant | null): CancellationTerms {
  return { feeCents: ZERO_CENTS, crewShareCents: ZERO_CENTS, reason, freeUntil }
}

function withFee(
  { totalCents }: CancelledOrder,
  reason: 'accepted' | 'on_the_way',
  settings: CancellationSettings,
): CancellationTerms {
  const feeCents = feeOf(totalCents, reason, settings)
  return {
    feeCents,
    crewShareCents: shareOf(feeCents, settings.cancelCrewShareBasisPoints),
    reason,
    freeUntil: null,
  }
}

function feeOf(totalCents: Cents, reason: 'accepted' | 'on_the_way', settings: CancellationSettings): Cents {
  return reason === 'accepted'
    ? boundedShare(totalCents, settings.cancelFeeBasisPoints, settings.cancelFeeMinimumCents)
    : boundedShare(totalCents, settings.cancelOnTheWayFeeBasisPoints, settings.cancelOnTheWayFeeMinimumCents)
}

/** At least the minimum, never more than the work itself; a fee that no card can be charged is none. */
function boundedShare(totalCents: Cents, share: BasisPoints, minimumCents: Cents): Cents {
  const feeCents = Math.min(totalCents, Math.max(minimumCents, shareOf(totalCents, share)))
  return feeCents < LEAST_CHARGE_CENTS ? ZERO_CENTS : cents(feeCents)
}
