/** Whoever relies on a calendar that says nothing any more learns it before the next guests do. */
import type { PropertyId, StaySourceId, UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import { silenceNews } from '#domain/stays/feed-health.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { feedTexts } from './texts.ts'

type Silent = {
  readonly source_id: StaySourceId
  readonly property_id: PropertyId
  readonly customer_id: UserId
  readonly name: string
  readonly host: string
}

/** Once for each silence, and once in three days where it comes and goes; before guests come it is told of again. */
export function notifyOfSilence(db: Db, feed: Silent, now: Instant): Promise<void> {
  return notify(db, {
    to: feed.customer_id,
    event: 'job_changed',
    key: `feed-silent:${feed.source_id}:${silenceNews(now)}`,
    texts: inEachLanguage((language) => feedTexts[language].silent(feed.name, feed.host)),
    url: `/property/${feed.property_id}`,
    now,
  })
}

/** Once for each day on which guests come; it does not wait for the morning. */
export function warnBeforeCheckIn(
  db: Db,
  feed: Silent & { readonly checkIn: LocalDate },
  now: Instant,
): Promise<void> {
  return notify(db, {
    to: feed.customer_id,
    event: 'job_changed',
    key: `feed-silent-before:${feed.source_id}:${feed.checkIn}`,
    texts: inEachLanguage((language) =>
      feedTexts[language].guestsCome(feed.name, feed.host, dayText(feed.checkIn, language)),
    ),
    url: `/property/${feed.property_id}`,
    now,
    isUrgent: true,
  })
}
