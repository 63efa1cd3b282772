/** Customers are asked for a rating some hours after the work; not again within days, and not while they complain. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import { DAY_MS, HOUR_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { enqueueAll, taskRow } from '../tasks/queue.ts'
import { insertRatingRequest } from './queries.ts'
import { ratingTexts } from './texts.ts'

/** In the transaction of the step, for however many visits. */
export async function askForRatingLater(
  db: Db,
  steps: readonly { readonly visit: { readonly id: VisitId } }[],
  now: Instant,
): Promise<void> {
  const runAt = instant(now + DEFAULT_SETTINGS.ratingAskAfterHours * HOUR_MS)
  await enqueueAll(
    db,
    steps.map(({ visit }) =>
      taskRow('ask_for_rating', { visitId: visit.id }, { now, runAt, dedupeKey: visit.id }),
    ),
  )
}

/** Asks nobody where the visit was reopened, rated or disputed meanwhile. */
export async function askForRating(app: App, db: Db, visitId: VisitId): Promise<void> {
  const now = app.ports.clock.now()
  const since = instant(now - DEFAULT_SETTINGS.ratingAskEveryDays * DAY_MS)
  const asked = await insertRatingRequest(db, visitId, { now, since })
  if (asked === undefined) return
  const crew = firstName(asked.crew)
  await notify(db, {
    to: asked.customer_id,
    event: 'rating',
    key: `ask-rating:${visitId}`,
    words: inEachLanguage((language) => ratingTexts[language].ask(crew)),
    url: `/visit/${visitId}`,
    visitId,
    channels: ['in_app', 'push'],
    now,
  })
}
