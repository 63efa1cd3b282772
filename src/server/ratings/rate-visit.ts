/** Stars both ways: written while hidden, read once revealed (product §3). */
import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { areRatingsVisible, decideRating, type Stars } from '#domain/ratings/ratings.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { lockVisitToRate, type Rating, ratingsOf, saveRating } from './queries.ts'
import { ratingTexts } from './texts.ts'

/** Given and changed alike; the two are notified only where both ratings can be seen now. */
export function rateVisit(
  app: App,
  scope: UserScope,
  input: { visitId: VisitId; stars: number; note: string },
): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const visit = await lockVisitToRate(db, scope, input.visitId)
      // Anybody else's visit is not found.
      if (visit === undefined) throw new Refused('not_found')
      if (visit.crew_id === null) throw new Refused('visit_not_completed')
      const { customer_id: customerId, crew_id: crewId } = visit
      const side = scope.type === 'Customer' ? 'customer' : 'crew'
      const settings = await settingsAt(db, scope.marketId, now)
      const before = await ratingsOf(db, input.visitId)
      const { stars } = unlessRefused(
        decideRating(
          {
            state: visit.state,
            given: (before[side]?.stars as Stars | undefined) ?? null,
            isRevealed: isRevealed(before, visit.completed_at, now, settings),
          },
          input.stars,
        ),
      )
      await saveRating(db, {
        visit_id: input.visitId,
        side,
        customer_id: customerId,
        crew_id: crewId,
        stars,
        note: input.note,
        given_at: toTimestamp(now),
        changed_at: toTimestamp(now),
      })
      const after = await ratingsOf(db, input.visitId)
      if (isRevealed(after, visit.completed_at, now, settings))
        await notifyRevealed(db, [customerId, crewId], input.visitId, now)
    },
    { isolation: 'read committed' },
  )
}

export function isRevealed(
  ratings: { readonly customer: Rating | null; readonly crew: Rating | null },
  completedAt: Instant | null,
  now: Instant,
  settings: BusinessSettings,
): boolean {
  if (completedAt === null) return false
  const stars = (rating: Rating | null) => (rating?.stars as Stars | undefined) ?? null
  const given = { completedAt, byCustomer: stars(ratings.customer), byCrew: stars(ratings.crew) }
  return areRatingsVisible(given, now, settings)
}

async function notifyRevealed(
  db: Db,
  people: readonly UserId[],
  visitId: VisitId,
  now: Instant,
): Promise<void> {
  const texts = inEachLanguage((language) => ratingTexts[language].revealed)
  for (const to of people)
    await notify(db, {
      to,
      event: 'rating',
      key: `rating-seen:${visitId}`,
      texts,
      url: `/visit/${visitId}`,
      visitId,
      channels: ['in_app', 'push'],
      now,
    })
}
