/** Notifies people of events, each on the channels that the person wants and when the person wants it. */
import type { NoticeId, PropertyId, ShareId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { type DeliverableNotice, deliverAt } from '#domain/notifications/delivery.ts'
import type { NotificationEvent } from '#domain/notifications/events.ts'
import type { Channel } from '#domain/notifications/rules.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'
import { withHelpers } from './notify-helpers.ts'
import { insertNotices, visitsById } from './queries.ts'
import { type Recipient, readRecipients } from './read-recipients.ts'

export type NoticeTexts = Readonly<Record<Language, { readonly title: string; readonly text: string }>>

export type About = {
  readonly propertyId: PropertyId | null
  readonly weeklyJobId: WeeklyJobId | null
}

export type Notice = {
  readonly to: UserId
  readonly event: NotificationEvent
  /** The same key notifies each person once, however often it comes. */
  readonly key: string
  readonly texts: NoticeTexts
  /** A path of ours that shows more. */
  readonly url: string
  readonly now: Instant
  /** The visit that it is about: quiet hours are then those of its place, and old news of it is not sent. */
  readonly visitId?: VisitId
  /** What it is about where it is about no visit, for the histories of that. */
  readonly about?: About
  /** Passes quiet hours although its kind does not. */
  readonly isUrgent?: boolean
  /** Nothing is sent after this: an offer that expires. */
  readonly until?: Instant
  /** These only, of those that the person wants: where a mail of its own says the same. */
  readonly channels?: readonly Channel[]
  /** By which whoever is notified looks after the place; absent for one's own. */
  readonly shareId?: ShareId
}

export type SavedNotice = { readonly noticeId: NoticeId; readonly to: UserId; readonly key: string }

const CHANNELS_SENT = ['mail', 'sms', 'push'] as const

const NOTICES_AT_ONCE = 500

/** Runs in the caller's transaction: notified if and only if the rest happens. */
export async function notify(db: Db, notice: Notice): Promise<void> {
  await notifyAll(db, [notice])
}

/** Many at once, in few statements. Answers the new ones. */
export async function notifyAll(db: Db, notices: readonly Notice[]): Promise<SavedNotice[]> {
  const saved: SavedNotice[] = []
  for (let from = 0; from < notices.length; from += NOTICES_AT_ONCE)
    saved.push(...(await notifySome(db, notices.slice(from, from + NOTICES_AT_ONCE))))
  return saved
}

async function notifySome(db: Db, given: readonly Notice[]): Promise<SavedNotice[]> {
  const visits = await visitsById(db, [...new Set(given.flatMap(({ visitId }) => visitId ?? []))])
  const aboutOf = ({ visitId }: Notice) => (visitId === undefined ? undefined : visits.get(visitId))
  const notices = await withHelpers(
    db,
    given,
    (notice) => aboutOf(notice)?.property_id ?? notice.about?.propertyId ?? null,
  )
  const recipients = await readRecipients(
    db,
    notices.map(({ to }) => to),
  )
  const saved = await insertNotices(
    db,
    notices.map((notice) => toRow(notice, recipients.get(notice.to)!, aboutOf(notice))),
  )
  const byKey = new Map(notices.map((notice) => [`${notice.to} ${notice.key}`, notice]))
  const tasks = saved.flatMap(({ id, user_id, key }) => {
    const notice = byKey.get(`${user_id} ${key}`)!
    return sendings(id, notice, recipients.get(notice.to)!, aboutOf(notice)?.time_zone)
  })
  await enqueueAll(db, tasks)
  return saved.map(({ id, user_id, key }) => ({ noticeId: id, to: user_id, key }))
}

type AboutVisit =
  | {
      id: VisitId
      starts_at: Instant
      crew_id: UserId | null
      time_zone: string
      property_id: PropertyId
      weekly_job_id: WeeklyJobId | null
    }
  | undefined

function toRow(notice: Notice, recipient: Recipient, visit: AboutVisit) {
  const { title, text } = notice.texts[recipient.locale]
  return {
    user_id: notice.to,
    event: notice.event,
    key: notice.key,
    title: title.replace(/\s+/g, ' ').trim().slice(0, 300),
    text: text.slice(0, 4_000),
    url: notice.url,
    visit_id: visit?.id ?? null,
    visit_starts_at: visit === undefined ? null : toTimestamp(visit.starts_at),
    visit_crew_id: visit?.crew_id ?? null,
    property_id: visit?.property_id ?? notice.about?.propertyId ?? null,
    weekly_job_id: visit?.weekly_job_id ?? notice.about?.weeklyJobId ?? null,
    until: notice.until === undefined ? null : toTimestamp(notice.until),
    is_urgent: notice.isUrgent ?? false,
    is_in_app:
      (notice.channels?.includes('in_app') ?? true) &&
      deliverAt(deliverableOf(notice), 'in_app', { ...recipient, zone: recipient.timeZone }, notice.now) !==
        null,
    created_at: toTimestamp(notice.now),
    share_id: notice.shareId ?? null,
  }
}

/** One task a channel; where nothing of a person can be reached on a channel there is none. */
function sendings(noticeId: NoticeId, notice: Notice, recipient: Recipient, visitZone: string | undefined) {
  const zone = visitZone ?? recipient.timeZone
  return CHANNELS_SENT.filter(
    (channel) => recipient.reachedBy.has(channel) && (notice.channels?.includes(channel) ?? true),
  ).flatMap((channel) => {
    const runAt = deliverAt(deliverableOf(notice), channel, { ...recipient, zone }, notice.now)
    if (runAt === null) return []
    const options = { now: notice.now, runAt, dedupeKey: `${noticeId}:${channel}` }
    return taskRow('deliver_notice', { noticeId, channel }, options)
  })
}

function deliverableOf({ event, isUrgent, until }: Notice): DeliverableNotice {
  return { event, isUrgent: isUrgent ?? false, until: until ?? null }
}
