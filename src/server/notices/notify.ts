/** Telling people of events, each on the channels that the person wants and when the person wants it. */
import type { NoticeId, UserId, VisitId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { deliverAt, type Telling } from '#domain/notifications/delivery.ts'
import type { NotificationEvent } from '#domain/notifications/events.ts'
import type { Channel } from '#domain/notifications/rules.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { enqueueAll, taskRow } from '../tasks/queue.ts'
import { type ListeningPerson, readListeners } from './listeners.ts'

export type NoticeWords = Readonly<Record<Language, { readonly title: string; readonly text: string }>>

export type Notice = {
  readonly to: UserId
  readonly event: NotificationEvent
  /** The same key tells each person once, however often it is said. */
  readonly key: string
  readonly words: NoticeWords
  /** A path of ours that shows more. */
  readonly url: string
  readonly now: Instant
  /** The visit that it is about: quiet hours are then those of its place, and old news of it is not sent. */
  readonly visitId?: VisitId
  /** Passes quiet hours although its kind does not. */
  readonly isUrgent?: boolean
  /** Nothing is sent after this: an offer that expires. */
  readonly until?: Instant
  /** These only, of those that the person wants: where a mail of its own says the same. */
  readonly channels?: readonly Channel[]
}

export type ToldNotice = { readonly noticeId: NoticeId; readonly to: UserId; readonly key: string }

const CHANNELS_SENT = ['mail', 'sms', 'push'] as const
const NOTICES_AT_ONCE = 500

/** Runs in the caller's transaction: told if and only if the rest happens. */
export async function notify(db: Db, notice: Notice): Promise<void> {
  await notifyAll(db, [notice])
}

/** Many at once, in few statements. Answers those that had not been told before. */
export async function notifyAll(db: Db, notices: readonly Notice[]): Promise<ToldNotice[]> {
  const told: ToldNotice[] = []
  for (let from = 0; from < notices.length; from += NOTICES_AT_ONCE)
    told.push(...(await tellSome(db, notices.slice(from, from + NOTICES_AT_ONCE))))
  return told
}

async function tellSome(db: Db, notices: readonly Notice[]): Promise<ToldNotice[]> {
  const listeners = await readListeners(
    db,
    notices.map(({ to }) => to),
  )
  const visits = await readVisits(db, notices)
  const aboutOf = ({ visitId }: Notice) => (visitId === undefined ? undefined : visits.get(visitId))
  const told = await db
    .insertInto('notice')
    .values(notices.map((notice) => toRow(notice, listeners.get(notice.to)!, aboutOf(notice))))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'user_id', 'key'])
    .execute()
  const byKey = new Map(notices.map((notice) => [`${notice.to} ${notice.key}`, notice]))
  const tasks = told.flatMap(({ id, user_id, key }) => {
    const notice = byKey.get(`${user_id} ${key}`)!
    return sendings(id, notice, listeners.get(notice.to)!, aboutOf(notice)?.time_zone)
  })
  await enqueueAll(db, tasks)
  return told.map(({ id, user_id, key }) => ({ noticeId: id, to: user_id, key }))
}

async function readVisits(db: Db, notices: readonly Notice[]) {
  const ids = [...new Set(notices.flatMap(({ visitId }) => visitId ?? []))]
  if (ids.length === 0) return new Map<VisitId, never>()
  const rows = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.id', 'in', ids)
    .select(['visit.id', 'visit.starts_at', 'visit.crew_id', 'property.time_zone'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type AboutVisit = { id: VisitId; starts_at: Instant; crew_id: UserId | null; time_zone: string } | undefined

function toRow(notice: Notice, listener: ListeningPerson, visit: AboutVisit) {
  const { title, text } = notice.words[listener.locale]
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
    until: notice.until === undefined ? null : toTimestamp(notice.until),
    is_urgent: notice.isUrgent ?? false,
    is_in_app:
      (notice.channels?.includes('in_app') ?? true) &&
      deliverAt(tellingOf(notice), 'in_app', { ...listener, zone: listener.timeZone }, notice.now) !== null,
    created_at: toTimestamp(notice.now),
  }
}

/** One task a channel; where nothing of a person can be reached on a channel there is none. */
function sendings(
  noticeId: NoticeId,
  notice: Notice,
  listener: ListeningPerson,
  visitZone: string | undefined,
) {
  const zone = visitZone ?? listener.timeZone
  return CHANNELS_SENT.filter(
    (channel) => listener.reachedBy.has(channel) && (notice.channels?.includes(channel) ?? true),
  ).flatMap((channel) => {
    const runAt = deliverAt(tellingOf(notice), channel, { ...listener, zone }, notice.now)
    if (runAt === null) return []
    const options = { now: notice.now, runAt, dedupeKey: `${noticeId}:${channel}` }
    return taskRow('deliver_notice', { noticeId, channel }, options)
  })
}

function tellingOf({ event, isUrgent, until }: Notice): Telling {
  return { event, isUrgent: isUrgent ?? false, until: until ?? null }
}
