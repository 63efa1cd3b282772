/** What sponsors earn of a payment or payout that succeeded. Runs in the caller's transaction. */
import { shareTakenBack } from '#domain/billing/refunds.ts'
import { commissionAvailableAt, commissionCents } from '#domain/commissions/commission.ts'
import type { PaymentId, PayoutId, UserId } from '#domain/ids.ts'
import { commissionEarned } from '#domain/ledger/commissions.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import { splitLines } from '#domain/pricing/split.ts'
import { settingsOn } from '#domain/settings/book.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { settingsOfUser, settingsTimelineOfUser } from '../settings/read-settings.ts'
import { checkSponsorships } from './check-sponsorships.ts'
import {
  firstPaidVisit,
  firstPaidWork,
  insertCommission,
  paidByCard,
  sponsorOf,
  visitsOfPayment,
  visitsOfPayout,
} from './commission-queries.ts'

/** The sponsor of a customer earns on what the customer has just paid. */
export async function earnCustomerCommission(
  db: Db,
  { paymentId, customerId, now }: { paymentId: PaymentId; customerId: UserId; now: Instant },
): Promise<void> {
  const sponsorId = await sponsorOf(db, customerId)
  if (sponsorId === null) return
  const visits = await visitsOfPayment(db, paymentId)
  const firstPaidDate = await firstPaidVisit(db, customerId)
  const settings = await settingsTimelineOfUser(db, customerId)
  const amounts = visits.map(({ date, price_lines, time_zone }) => {
    const terms = settingsOn(settings, date, time_zone)
    return commissionCents(
      {
        broughtUser: 'customer',
        baseCents: splitLines(price_lines, terms).customerCommissionBaseCents,
        visitDate: date,
        firstPaidDate,
      },
      terms,
    )
  })
  // Of what the customer pays (product §3): credit was the platform's, or a sponsor's already.
  const { cardCents, allCents } = await paidByCard(db, paymentId)
  const all = addCents(ZERO_CENTS, ...amounts)
  const earned = shareTakenBack(all, allCents, cardCents)
  await earn(db, { sponsorId, broughtId: customerId, kind: 'customer', paymentId, amounts: [earned], now })
}

/** The sponsor of a crew earns on what the crew was just paid; tips are the crew's alone. */
export async function earnCrewCommission(
  db: Db,
  { payoutId, crewId, now }: { payoutId: PayoutId; crewId: UserId; now: Instant },
): Promise<void> {
  const sponsorId = await sponsorOf(db, crewId)
  if (sponsorId === null) return
  const visits = await visitsOfPayout(db, payoutId)
  const firstPaidDate = await firstPaidWork(db, crewId)
  const settings = await settingsTimelineOfUser(db, crewId)
  const amounts = visits.map(({ date, price_lines, time_zone, amount_cents, clawed_cents }) => {
    const terms = settingsOn(settings, date, time_zone)
    const whole = commissionCents(
      {
        broughtUser: 'crew',
        baseCents: splitLines(price_lines, terms).crewCommissionBaseCents,
        visitDate: date,
        firstPaidDate,
      },
      terms,
    )
    return shareTakenBack(whole, cents(amount_cents), cents(Math.max(0, amount_cents - clawed_cents)))
  })
  await earn(db, { sponsorId, broughtId: crewId, kind: 'crew', payoutId, amounts, now })
}

async function earn(
  db: Db,
  earned: {
    sponsorId: UserId
    broughtId: UserId
    kind: 'customer' | 'crew'
    paymentId?: PaymentId
    payoutId?: PayoutId
    amounts: readonly Cents[]
    now: Instant
  },
): Promise<void> {
  const { sponsorId, broughtId, kind, paymentId = null, payoutId = null, now } = earned
  const amountCents = addCents(ZERO_CENTS, ...earned.amounts)
  if (amountCents <= 0) return
  // A card or an address may be shared by now that was not when one brought the other.
  const sponsorships = await checkSponsorships(db, [{ broughtId, sponsorId }], now)
  if (sponsorships.get(broughtId) === 'refused') return
  const settings = await settingsOfUser(db, broughtId, now)
  const commissionId = await insertCommission(db, {
    sponsorId,
    broughtId,
    kind,
    paymentId,
    payoutId,
    amountCents,
    earnedAt: now,
    availableAt: commissionAvailableAt(now, settings),
  })
  if (commissionId === undefined) return
  await postJournal(db, {
    ...commissionEarned({ commissionId, sponsorId, amountCents }),
    kind: 'commission_earned',
    at: now,
    subjectId: commissionId,
  })
}
