/** Customers are asked for a rating some hours after the work; not again within days, and not while they complain. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { DAY_MS, HOUR_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { readSettings, settingsOfVisit } from '../settings/read-settings.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'
import { insertRatingRequest } from './queries.ts'
import { ratingTexts } from './texts.ts'

/** In the transaction of the step, for however many visits. */
export async function askForRatingLater(
  db: Db,
  steps: readonly { readonly visit: { readonly id: VisitId; readonly marketId: string } }[],
  now: Instant,
): Promise<void> {
  const book = await readSettings(db)
  await enqueueAll(
    db,
    steps.map(({ visit }) => {
      const runAt = instant(now + book.at(visit.marketId, now).ratingAskAfterHours * HOUR_MS)
      return taskRow('ask_for_rating', { visitId: visit.id }, { now, runAt, dedupeKey: visit.id })
    }),
  )
}

/** Asks nobody where the visit was reopened, rated or disputed meanwhile. */
export async function askForRating(app: App, db: Db, visitId: VisitId): Promise<void> {
  const now = app.ports.clock.now()
  const { ratingAskEveryDays } = await settingsOfVisit(db, visitId, now)
  const since = instant(now - ratingAskEveryDays * DAY_MS)
  const asked = await insertRatingRequest(db, visitId, { now, since })
  if (asked === undefined) return
  const crew = firstName(asked.crew)
  await notify(db, {
    to: asked.customer_id,
    event: 'rating',
    key: `ask-rating:${visitId}`,
    texts: inEachLanguage((language) => ratingTexts[language].ask(crew)),
    url: `/visit/${visitId}`,
    visitId,
    channels: ['in_app', 'push'],
    now,
  })
}
