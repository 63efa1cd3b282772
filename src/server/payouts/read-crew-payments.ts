/** What a crew sees of its money: what it earned, what goes out next, and what was sent. */
import { ZERO_CENTS } from '#domain/money.ts'
import { decideInstantPayout } from '#domain/payouts/instant.ts'
import { decidePayout, nextPayoutRun, payableCents } from '#domain/payouts/run.ts'
import { isRefusal } from '#domain/refusals.ts'
import { settingsIn } from '#domain/settings/book.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import type { CrewScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { readLadder } from './ladder-queries.ts'
import { balancesOf, readCrew } from './payout-queries.ts'
import { listCrewPayouts, type Page, sumEarnings } from './queries.ts'
import { findWeeks } from './week-queries.ts'

export async function readCrewPayments(db: Db, scope: CrewScope, page: Page, now: Instant) {
  const timeline = await settingsTimeline(db, scope.marketId)
  const zone = await marketZone(db, scope)
  const run = nextPayoutRun(now, zone, timeline)
  const following = nextPayoutRun(run.at, zone, timeline)
  const crew = await readCrew(db, scope.userId, now)
  const balance = (await balancesOf(db, [scope.userId], now)).get(scope.userId) ?? NOTHING
  const byRun = (await balancesOf(db, [scope.userId], run.at)).get(scope.userId) ?? NOTHING
  const decision = decidePayout(crew, byRun, settingsIn(timeline, run.at))
  const instant = decideInstantPayout(crew, balance, 'all', settingsIn(timeline, now))
  return {
    ...(await sumEarnings(db, scope.userId, now)),
    availableCents: balance.availableCents,
    debtCents: balance.debtCents,
    nextPayout: {
      paysAt: run.at,
      amountCents: isRefusal(decision) ? payableCents(byRun) : decision.amountCents,
      waitsFor: isRefusal(decision) ? toWaitReason(decision.refused) : null,
    },
    instantPayout: isRefusal(instant) ? null : instant,
    ladder: await readLadder(db, scope, now),
    weeks: await findWeeks(db, scope, now, { next: run.at, following: following.at }),
    ...(await listCrewPayouts(db, scope, page)),
  }
}

const NOTHING = { availableCents: ZERO_CENTS, debtCents: ZERO_CENTS, earningIds: [] }

function toWaitReason(reason: string) {
  const reasons = ['no_payout_account', 'account_frozen', 'below_minimum', 'nothing_available'] as const
  return reasons.find((each) => each === reason) ?? 'nothing_available'
}
