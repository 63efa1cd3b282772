/** A city before its first day: catalogue entries that no screen makes, its operator, and nobody else yet. */
import { randomCode } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { saveCoupon } from '#server/coupon-desk/save-coupon.ts'
import { findCoupon } from '#server/coupons/queries.ts'
import { toTimestamp } from '#server/db/client.ts'
import { hashPassword } from '#server/passwords/hash-password.ts'
import type { VirtualClock } from '#server/ports/clock/embedded.ts'
import { mintScope, type OperatorScope } from '#server/scope.ts'
import { settingsAt } from '#server/settings/read-settings.ts'
import { DEMO_SIGN_INS } from '#testing/cast.ts'
import { createChance } from './chance.ts'
import type { City } from './city.types.ts'
import type { Habits } from './habits.ts'
import { CITY_PASSWORD } from './people.ts'
import { createWorld as createHospitable } from '#testing/hospitable/world.ts'
import { createOutside, type Outside } from './outside.ts'
import type { Pictures } from './pictures.ts'
import type { Host, Showcase, World } from './world.ts'

export type WorldInput = {
  readonly seed: number
  readonly city: City
  readonly habits: Habits
  readonly host: Host
  readonly clock: VirtualClock
  readonly pictures: Pictures
  readonly lanes: number
  readonly showcase?: Showcase
  /** Absent where no rental tells anybody of its guests. */
  readonly outside?: Outside
}

export async function createWorld({ seed, showcase, outside, ...input }: WorldInput): Promise<World> {
  const app = input.host.app()
  const market = await app.db.selectFrom('market').orderBy('id').selectAll().executeTakeFirstOrThrow()
  const now = input.clock.now()
  const passwordHash = await hashPassword(CITY_PASSWORD)
  const operator = await addOperator(app, { market, passwordHash, now, code: codeOf(seed) })
  await addCoupons(app, operator, input.city)
  return {
    ...input,
    chance: createChance(seed),
    zone: market.time_zone,
    settings: await settingsAt(app.db, market.id, now),
    passwordHash,
    customers: new Map(),
    crews: new Map(),
    operator,
    later: [],
    busyUntil: new Map(),
    payableSince: new Map(),
    outside: outside ?? createOutside(createHospitable(() => input.clock.now())),
    leftOpen: new Set(),
    tally: new Map(),
    showcase: showcase ?? null,
  }
}

/** As the operator writes them. */
async function addCoupons(app: App, operator: OperatorScope, { coupons }: City): Promise<void> {
  for (const { endedFrom: _, ...coupon } of coupons)
    if ((await findCoupon(app.db, coupon.code)) === undefined)
      await saveCoupon(app, operator, { ...coupon, version: 0 })
}

/** Operators never register themselves (product §1). */
async function addOperator(
  app: App,
  input: {
    market: { id: string; time_zone: string }
    passwordHash: string
    now: Instant
    code: string
  },
): Promise<OperatorScope> {
  const { name, email } = DEMO_SIGN_INS.find(({ type }) => type === 'Operator')!
  const { market, now } = input
  const row = await app.db
    .insertInto('users')
    .values({
      type: 'Operator',
      staff_role: 'owner',
      market_id: market.id,
      email,
      name,
      password_hash: input.passwordHash,
      time_zone: market.time_zone,
      referral_code: input.code,
      password_changed_at: toTimestamp(now),
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return mintScope({
    userId: row.id,
    type: 'Operator',
    marketId: market.id,
    name,
    email,
    locale: 'en',
    timeZone: market.time_zone,
    frozenUntil: null,
  })
}

function codeOf(seed: number): string {
  const chance = createChance(seed)
  return randomCode((bytes) =>
    Uint8Array.from({ length: bytes }, (_, index) => chance.whole(0, 255, 'operator', index)),
  )
}
