/** Who looks after somebody else's places leaves out and moves visits there, also after the owner has ended it. */
import type { VisitId } from '#domain/ids.ts'
import { addDays } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { skipVisit, unskipVisit } from '#server/jobs/skip-visit.ts'
import { moveVisit } from '#server/schedule/move-visit.ts'
import { type CustomerScope, mintScopeOf } from '#server/scope.ts'
import { answerSharedCall } from '#server/sharing/answer-shared-call.ts'
import { endShare } from '#server/sharing/end-share.ts'
import { buildShare } from '#testing/build-share.ts'
import { today } from './people.ts'
import { attempt, type LivingCustomer, type World } from './world.ts'

/** Of an owner with more than a home; and of a day of theirs. */
const HAS_HELPER = 0.5
const ENDS = 0.04

export async function helpOut(world: World, day: number): Promise<void> {
  const { chance, habits } = world
  if (habits.helps === 0) return
  const customers = [...world.customers.values()]
  for (const [at, owner] of customers.entries()) {
    const helper = customers[(at + 1) % customers.length]!
    const { key, kind } = owner.plan
    if (kind === 'home' || helper === owner || !chance.happens(HAS_HELPER, key, 'has a helper')) continue
    const share = await shareOf(world, owner, helper)
    if (share === null) continue
    if (chance.happens(ENDS, key, day, 'ends'))
      await attempt(world, 'end share', (app) => endShare(app, owner.scope, share.id))
    if (chance.happens(habits.helps, key, day, 'helps')) await act(world, owner, share, day)
  }
}

type Share = Awaited<ReturnType<typeof findShare>> & {}

/** Its invitation is taken when both have accounts; one that ended stays ended. */
async function shareOf(world: World, owner: LivingCustomer, helper: LivingCustomer): Promise<Share | null> {
  const ids = { ownerId: owner.scope.userId, helperId: helper.scope.userId }
  const found = await findShare(world, ids)
  if (found !== undefined) return found
  await attempt(world, 'share', (app) => buildShare(app, { ...ids, role: 'schedule', isWhole: true }))
  return (await findShare(world, ids)) ?? null
}

function findShare(
  world: World,
  ids: { readonly ownerId: CustomerScope['userId']; readonly helperId: CustomerScope['userId'] },
) {
  return world.host
    .app()
    .db.selectFrom('share')
    .where('owner_id', '=', ids.ownerId)
    .where('helper_id', '=', ids.helperId)
    .select(['id', 'name', 'role', 'helper_id'])
    .executeTakeFirst()
}

async function act(
  world: World,
  { plan, scope: owner }: LivingCustomer,
  share: Share,
  day: number,
): Promise<void> {
  const visitId = await someVisit(world, owner)
  if (visitId === null) return
  const { userId: user_id, type, marketId: market_id, name, email, locale } = owner
  const row = { user_id, type, market_id, name, email, locale, time_zone: owner.timeZone, frozen_until: null }
  const helper = {
    shareId: share.id,
    userId: share.helper_id!,
    name: share.name,
    role: share.role,
    isWhole: true,
  }
  const scope = mintScopeOf(row, { helper })
  const to = addDays(today(world), world.chance.whole(1, 7, plan.key, day, 'helper moves to'))
  const [key, body] = world.chance.pick(
    [
      ['POST /api/skip-visit', { visitId }],
      ['POST /api/move-visit', { visitId, to }],
      ['POST /api/unskip-visit', { visitId }],
    ] as const,
    plan.key,
    day,
    'helper does',
  )
  const call = { key, scope, query: {}, body, idempotencyKey: `${plan.key} ${day}` }
  const done = await attempt(world, `helper: ${key}`, (app) =>
    answerSharedCall(app, call, async (guarded) => {
      if (key === 'POST /api/skip-visit') await skipVisit(guarded, scope, visitId)
      else if (key === 'POST /api/unskip-visit') await unskipVisit(guarded, scope, visitId)
      else await moveVisit(guarded, scope, { visitId, to })
      return true
    }),
  )
  if (done !== null) world.outside.helperActs += 1
}

async function someVisit(world: World, { userId }: CustomerScope): Promise<VisitId | null> {
  const row = await world.host
    .app()
    .db.selectFrom('visit')
    .where('customer_id', '=', userId)
    .where('weekly_job_id', 'is not', null)
    .where('state', 'in', ['scheduled', 'confirmed', 'skipped'])
    .where('starts_at', '>', toTimestamp(world.clock.now()))
    .orderBy('date')
    .orderBy('id')
    .limit(1)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}
