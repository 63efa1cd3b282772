/** Stars both ways: written while hidden, read once revealed (product §3). */
import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { areRatingsVisible, decideRating, type Stars } from '#domain/ratings/ratings.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { ratingTexts } from './texts.ts'

type Rating = { readonly stars: number; readonly words: string; readonly givenAt: Instant }

/** Given and changed alike; the other side hears of it only where both can be seen now. */
export function rateVisit(
  app: App,
  scope: UserScope,
  input: { visitId: VisitId; stars: number; words: string },
): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const visit = await lockOwnVisit(db, scope, input.visitId)
      const side = scope.type === 'Customer' ? 'customer' : 'crew'
      const before = await ratingsOf(db, input.visitId)
      const { stars } = unlessRefused(
        decideRating(
          {
            state: visit.state,
            given: (before[side]?.stars as Stars | undefined) ?? null,
            isRevealed: isRevealed(before, visit.completed_at, now),
          },
          input.stars,
        ),
      )
      const said = { stars, words: input.words, changed_at: toTimestamp(now) }
      await db
        .insertInto('rating')
        .values({
          visit_id: input.visitId,
          side,
          customer_id: visit.customer_id,
          crew_id: visit.crew_id!,
          given_at: toTimestamp(now),
          ...said,
        })
        .onConflict((conflict) => conflict.columns(['visit_id', 'side']).doUpdateSet(said))
        .execute()
      const after = await ratingsOf(db, input.visitId)
      if (isRevealed(after, visit.completed_at, now))
        await tellRevealed(db, { ...visit, id: input.visitId }, now)
    },
    { isolation: 'read committed' },
  )
}

export async function ratingsOf(
  db: Db,
  visitId: VisitId,
): Promise<{ customer: Rating | null; crew: Rating | null }> {
  const rows = await db
    .selectFrom('rating')
    .where('visit_id', '=', visitId)
    .select(['side', 'stars', 'words', 'given_at'])
    .execute()
  const of = (side: 'customer' | 'crew') => {
    const row = rows.find((each) => each.side === side)
    return row === undefined ? null : { stars: row.stars, words: row.words, givenAt: row.given_at }
  }
  return { customer: of('customer'), crew: of('crew') }
}

export function isRevealed(
  ratings: { readonly customer: Rating | null; readonly crew: Rating | null },
  completedAt: Instant | null,
  now: Instant,
): boolean {
  if (completedAt === null) return false
  const stars = (rating: Rating | null) => (rating?.stars as Stars | undefined) ?? null
  const given = { completedAt, byCustomer: stars(ratings.customer), byCrew: stars(ratings.crew) }
  return areRatingsVisible(given, now, DEFAULT_SETTINGS)
}

/** Only who was there: anybody else's visit is not found. */
async function lockOwnVisit(db: Db, scope: UserScope, visitId: VisitId) {
  const row = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .where(scope.type === 'Customer' ? 'customer_id' : 'crew_id', '=', scope.userId)
    .forNoKeyUpdate()
    .select(['state', 'customer_id', 'crew_id', 'completed_at'])
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  if (row.crew_id === null) throw new Refused('visit_not_completed')
  return row
}

async function tellRevealed(
  db: Db,
  visit: { readonly id: VisitId; readonly customer_id: UserId; readonly crew_id: UserId | null },
  now: Instant,
): Promise<void> {
  const words = inEachLanguage((language) => ratingTexts[language].revealed)
  for (const to of [visit.customer_id, visit.crew_id!] as UserId[])
    await notify(db, {
      to,
      event: 'rating',
      key: `rating-seen:${visit.id}`,
      words,
      url: `/visit/${visit.id}`,
      visitId: visit.id,
      channels: ['in_app', 'push'],
      now,
    })
}
