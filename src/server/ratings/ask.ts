/** Customers are asked for a rating some hours after the work; not again within days, and not while they complain. */

import { sql } from 'kysely'
import { firstName } from '#domain/accounts/first-name.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import { DAY_MS, HOUR_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { enqueueAll, taskRow } from '../tasks/queue.ts'
import { ratingTexts } from './texts.ts'

/** In the transaction of the step, for however many visits. */
export async function askLater(
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

/** Asks nobody where the visit was reopened, rated or reported meanwhile. */
export async function askForRating(app: App, db: Db, visitId: VisitId): Promise<void> {
  const now = app.ports.clock.now()
  const since = toTimestamp(instant(now - DEFAULT_SETTINGS.ratingAskEveryDays * DAY_MS))
  const { rows } = await sql<{ customer_id: UserId; crew: string }>`
    insert into rating_request (visit_id, customer_id, asked_at)
    select visit.id, visit.customer_id, ${toTimestamp(now)}
    from visit where visit.id = ${visitId} and visit.state = 'completed'
      and not exists (select from rating where rating.visit_id = visit.id and rating.side = 'customer')
      and not exists (select from dispute where dispute.visit_id = visit.id and dispute.state <> 'withdrawn')
      and not exists (
        select from rating_request request where request.customer_id = visit.customer_id and request.asked_at > ${since}
      )
    on conflict do nothing
    returning customer_id, (select users.name from visit join users on users.id = visit.crew_id where visit.id = ${visitId}) as crew
  `.execute(db)
  const asked = rows[0]
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
