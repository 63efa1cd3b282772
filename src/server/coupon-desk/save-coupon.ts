/** An operator writes a coupon, or ends one from a day on. What it gave already, and what is booked with it, stays. */
import type { BodyOf } from '#contract/endpoint.ts'
import type { couponDesk } from '#contract/coupons.ts'
import type { CouponFacts } from '#domain/pricing/coupons.ts'
import { addDays, dateAt, instantAt, type LocalDate, localTime } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type CouponRow, findCoupon, lockCoupon } from '../coupons/queries.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { checkEveryCity } from '../http/role-queries.ts'
import { marketZone } from '../market-zone.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findShownCoupon, hasService, insertCoupon, lockCodes, updateCoupon } from './coupon-queries.ts'
import { factsOf } from './read-coupons.ts'
import { couponDeskTexts } from './texts.ts'

type Saved = BodyOf<(typeof couponDesk)['POST /api/save-coupon']>
type Wanted = Omit<Saved, 'code' | 'version'>
type Ended = BodyOf<(typeof couponDesk)['POST /api/end-coupon']>

export function saveCoupon(app: App, scope: OperatorScope, { code, version, ...wanted }: Saved) {
  return inTransaction(app.db, async (db) => {
    const zone = await marketZone(db, scope)
    await checkFacts(db, scope, wanted)
    if (!wanted.isOfMarket) await checkEveryCity(db, scope, 'catalogue')
    return version === 0
      ? addCoupon(app, db, scope, { code, wanted, zone })
      : changeCoupon(app, db, scope, { code, version, wanted, zone })
  })
}

export function endCoupon(app: App, scope: OperatorScope, { code, version, from }: Ended) {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    const zone = await marketZone(db, scope)
    const was = await lockShown(db, scope, { code, version })
    const before = factsOf(was, zone)
    if (from !== null && from <= dateAt(now, zone))
      throw wrong('from', couponDeskTexts[scope.locale].fromTomorrow)
    if (before.endedFrom === from) return { version }
    const facts = { ...before, endedFrom: from }
    const columns = { ended_from: from === null ? null : toTimestamp(midnight(from, zone)) }
    const kind = from === null ? 'resumed' : 'ended'
    const next = await updateCoupon(db, was, columns, { kind, facts, by: scope.userId, now })
    await log(app, db, scope, { action: 'end_coupon', code: was.code, before, after: facts })
    return { version: next }
  })
}

type Writing = { readonly code: string; readonly wanted: Wanted; readonly zone: string }

async function addCoupon(app: App, db: Db, scope: OperatorScope, { code, wanted, zone }: Writing) {
  await lockCodes(db)
  if ((await findCoupon(db, code)) !== undefined)
    throw wrong('code', couponDeskTexts[scope.locale].codeTaken(code))
  const facts: CouponFacts = { ...wanted, endedFrom: null }
  const now = app.ports.clock.now()
  const columns = { ...columnsOf(scope, wanted, zone), code, name: wanted.name }
  await insertCoupon(db, columns, { kind: 'made', facts, by: scope.userId, now })
  await log(app, db, scope, { action: 'save_coupon', code, before: null, after: facts })
  return { code, version: 1 }
}

async function changeCoupon(
  app: App,
  db: Db,
  scope: OperatorScope,
  { code, version, wanted, zone }: Writing & { readonly version: number },
) {
  const was = await lockShown(db, scope, { code, version })
  const before = factsOf(was, zone)
  const facts: CouponFacts = { ...wanted, endedFrom: before.endedFrom }
  if (JSON.stringify(sorted(before)) === JSON.stringify(sorted(facts))) return { code: was.code, version }
  checkGiven(scope, was, wanted)
  const now = app.ports.clock.now()
  const next = await updateCoupon(db, was, columnsOf(scope, wanted, zone), {
    kind: 'changed',
    facts,
    by: scope.userId,
    now,
  })
  await log(app, db, scope, { action: 'save_coupon', code: was.code, before, after: facts })
  return { code: was.code, version: next }
}

/** Another city's is not known here; one of every city is changed by who may do so everywhere. */
async function lockShown(
  db: Db,
  scope: OperatorScope,
  { code, version }: { readonly code: string; readonly version: number },
): Promise<CouponRow> {
  const found = await findShownCoupon(db, scope, code)
  if (found === undefined) throw new Refused('not_found')
  const was = await lockCoupon(db, found.code)
  if (was.market_id === null) await checkEveryCity(db, scope, 'catalogue')
  if (was.version !== version) throw new Refused('changed_meanwhile')
  return was
}

export async function checkFacts(db: Db, scope: OperatorScope, wanted: Wanted): Promise<void> {
  const texts = couponDeskTexts[scope.locale]
  const { creditCents, shareBasisPoints, budgetCents, from, until, serviceKey } = wanted
  if (creditCents === null && shareBasisPoints === null) throw wrong('creditCents', texts.givesNothing)
  if (creditCents !== null && shareBasisPoints !== null) throw wrong('shareBasisPoints', texts.oneGift)
  if (from !== null && until !== null && until < from) throw wrong('until', texts.endsBeforeBegins)
  if (creditCents !== null && budgetCents !== null && budgetCents < creditCents)
    throw wrong('budgetCents', texts.budgetTooSmall)
  if (serviceKey !== null && !(await hasService(db, serviceKey))) throw wrong('serviceKey', texts.noService)
}

/** What was given cannot be more than may be given; to stop it, it is ended. */
function checkGiven(scope: OperatorScope, was: CouponRow, { budgetCents, mostUses }: Wanted): void {
  const texts = couponDeskTexts[scope.locale]
  if (budgetCents !== null && budgetCents < was.given_cents) throw wrong('budgetCents', texts.belowGiven)
  if (mostUses !== null && mostUses < was.use_count) throw wrong('mostUses', texts.belowUsed(was.use_count))
}

function columnsOf({ marketId }: OperatorScope, wanted: Wanted, zone: string) {
  const { from, until } = wanted
  return {
    name: wanted.name,
    credit_cents: wanted.creditCents,
    share_basis_points: wanted.shareBasisPoints,
    most_uses: wanted.mostUses,
    most_uses_each: wanted.mostUsesEach,
    budget_cents: wanted.budgetCents,
    valid_from: from === null ? null : toTimestamp(midnight(from, zone)),
    valid_until: until === null ? null : toTimestamp(midnight(addDays(until, 1), zone)),
    market_id: wanted.isOfMarket ? marketId : null,
    service_key: wanted.serviceKey,
    is_first_order_only: wanted.isFirstOrderOnly,
  }
}

function midnight(date: LocalDate, zone: string) {
  return instantAt(date, localTime('00:00'), zone)
}

function sorted(facts: CouponFacts) {
  return Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))
}

type Logged = {
  readonly action: 'save_coupon' | 'end_coupon'
  readonly code: string
  readonly before: CouponFacts | null
  readonly after: CouponFacts
}

async function log(app: App, db: Db, scope: OperatorScope, { action, code, before, after }: Logged) {
  await recordAudit(db, {
    at: app.ports.clock.now(),
    actorId: scope.userId,
    ...(after.isOfMarket ? {} : { concerns: 'every market' as const }),
    action,
    subject: code,
    detail: { ...(before === null ? {} : { before }), after },
  })
}

function wrong(field: string, sentence: string): Refused {
  return new Refused('bad_input', { fields: { [field]: sentence } })
}
