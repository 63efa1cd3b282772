/**
 * One account's day, by pages of its places. Asked by a helper inside of its share's views (decision 62), the same
 * queries find what the share shows, and no more.
 */
import { HELPER_NEEDS } from '#domain/notifications/helper-rules.ts'
import { type DayDigest, type DigestPlace, daysOfDigest, digestOf } from '#domain/portfolio/day-digest.ts'
import type { ComplexId, PropertyId } from '#domain/ids.ts'
import { mayShare } from '#domain/sharing/rights.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { listDeclinedPayments, listOpenActs } from '../home/queries.ts'
import { listVisitsAt } from '../portfolio/queries.ts'
import { type CustomerScope, seesAccountMoney } from '../scope.ts'
import { listStays } from '../stays/queries.ts'
import { listSilences, pageOfPlaces } from './queries.ts'

const PLACES_AT_ONCE = 200
const DECLINED_SHOWN = 5

export type AccountDay = DayDigest & {
  readonly declined: Awaited<ReturnType<typeof listDeclinedPayments>>
  readonly complexOf: ReadonlyMap<PropertyId, ComplexId>
}

export async function readDigest(db: Db, scope: CustomerScope, now: Instant): Promise<AccountDay> {
  const places: DigestPlace[] = []
  const complexOf = new Map<PropertyId, ComplexId>()
  let after: PropertyId | null = null
  for (;;) {
    const page: Awaited<ReturnType<typeof pageOfPlaces>> = await pageOfPlaces(db, scope, {
      after,
      limit: PLACES_AT_ONCE,
    })
    for (const { id, complexId } of page) if (complexId !== null) complexOf.set(id, complexId)
    places.push(...(await withWhatHappens(db, scope, page, now)))
    if (page.length < PLACES_AT_ONCE) break
    after = page.at(-1)!.id
  }
  const declined = seesAccountMoney(scope) ? await listDeclinedPayments(db, scope, DECLINED_SHOWN) : []
  return { ...digestOf(places, now), declined, complexOf }
}

type Page = Awaited<ReturnType<typeof pageOfPlaces>>

async function withWhatHappens(
  db: Db,
  scope: CustomerScope,
  page: Page,
  now: Instant,
): Promise<DigestPlace[]> {
  const propertyIds = page.map(({ id }) => id)
  const days = daysOfDigest(now)
  const stays = await listStays(db, { propertyIds, ...days })
  const visits = await listVisitsAt(db, propertyIds, days)
  const acts = await listOpenActs(
    db,
    visits.filter(({ state }) => state !== 'completed' && state !== 'skipped').map(({ id }) => id),
    now,
  )
  const silencesOf = await listSilences(db, propertyIds)
  const actOf = new Map(acts.map((act) => [act.id, act]))
  const { mayAnswerDoors, mayAnswerQuestions } = mayAnswer(scope)
  const visitsOf = Map.groupBy(visits, ({ propertyId }) => propertyId)
  const staysOf = Map.groupBy(stays, ({ propertyId }) => propertyId)
  return page.map((place) => ({
    ...place,
    silences: silencesOf.get(place.id) ?? [],
    stays: (staysOf.get(place.id) ?? []).filter(({ state }) => state === 'booked'),
    visits: (visitsOf.get(place.id) ?? []).map((visit) => ({
      ...visit,
      isDoorShut: mayAnswerDoors && (actOf.get(visit.id)?.is_door_shut ?? false),
      hasQuestion: mayAnswerQuestions && (actOf.get(visit.id)?.has_question ?? false),
    })),
  }))
}

/** What waits for an answer is for whoever may give it. */
function mayAnswer({ helper }: CustomerScope) {
  const may = (need: (typeof HELPER_NEEDS)['extra_work']) =>
    helper === undefined || (need !== null && mayShare(helper, need))
  return { mayAnswerDoors: may(HELPER_NEEDS.cannot_access), mayAnswerQuestions: may(HELPER_NEEDS.extra_work) }
}
