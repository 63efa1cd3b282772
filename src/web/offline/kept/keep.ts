/** Keeps what the crew's home reads, and gives it back to a page that gets no answer (product §4: works offline). */
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { toId, type UserId } from '#domain/ids.ts'
import {
  addDays,
  DEFAULT_TIME_ZONE,
  dateAt,
  type Instant,
  instant,
  isTimeZone,
  type LocalDate,
} from '#domain/time.ts'
import { call, endpointQuery, type Reply } from '#web/api.ts'
import { type User, userQuery } from '#web/session/user.ts'
import type { DayName, KeptReply } from './database.ts'
import { forgetReplies, keepPictures, keepReply, keptReplies, wipeKept } from './kept-store.ts'
import { withOpenSteps } from './open-steps.ts'

type Day = Reply<'GET /api/day'>

const USER_KEY = userQuery().queryKey
const DAY_KEY = endpointQuery('GET /api/day', {}).queryKey
const SERVICES_KEY = endpointQuery('GET /api/services', {}).queryKey
/** The coming day is read ahead so often. */
const READ_AHEAD_MS = 30 * 60_000
const dayName = (date: LocalDate): DayName => `day ${date}`

/** Fills what the page has not received yet with what is kept. Answers the kept user. */
export async function seedKept(client: QueryClient): Promise<User | undefined> {
  const replies = await keptReplies()
  const person = replies.find((reply) => reply.key === 'user')
  const known = client.getQueryData(USER_KEY)
  // Somebody else is signed in by now: what is kept is not theirs.
  if (person === undefined || (known !== undefined && known.id !== person.userId)) return undefined
  const user = person.data
  const today = dateAt(now(), zoneOf(user))
  seed(client, USER_KEY, person)
  const services = replies.find((reply) => reply.key === 'services')
  if (services) seed(client, SERVICES_KEY, services)
  const isOfToday = (reply: KeptReply) => reply.key === dayName(today)
  const day = replies.filter(isDay).find(isOfToday)
  if (day) seed(client, DAY_KEY, { asOf: day.asOf, data: openedDay(day.data, today, person.userId) })
  return user
}

function isDay(reply: KeptReply): reply is Extract<KeptReply, { key: DayName }> {
  return reply.key !== 'user' && reply.key !== 'services'
}

function seed(client: QueryClient, key: readonly unknown[], kept: { data: unknown; asOf: number }): void {
  if (client.getQueryData(key) === undefined) client.setQueryData(key, kept.data, { updatedAt: kept.asOf })
}

function openedDay(day: Day, today: LocalDate, crewId: string): Day {
  const stops = day.stops.map((stop) => withOpenSteps(stop, day, toId<UserId>(crewId), now()))
  return { ...day, today, stops }
}

/** Keeps every fresh answer. Answers a function that stops it. */
export function keepReading(client: QueryClient, onDay: (readAt: number) => void): () => void {
  let readAheadAt = 0
  const keepDay = async (day: Day, userId: string) => {
    await keepReply({ key: dayName(day.date), userId, data: day, asOf: now() })
    onDay(now())
    const ahead = now() - readAheadAt > READ_AHEAD_MS ? await readAhead(day, userId) : undefined
    if (ahead) readAheadAt = now()
    await keepPictures(userId, picturesOf([day, ...(ahead ? [ahead] : [])]))
    await forgetOldDays(addDays(day.today, -1))
  }
  const keepFresh = async (hash: string) => {
    const [user, services, day] = [USER_KEY, SERVICES_KEY, DAY_KEY].map(hashKey)
    const userId = client.getQueryData(USER_KEY)?.id
    if (userId === undefined) return
    const read = {
      user: hash === user ? client.getQueryData(USER_KEY) : undefined,
      services: hash === services ? client.getQueryData(SERVICES_KEY) : undefined,
      day: hash === day ? client.getQueryData(DAY_KEY) : undefined,
    }
    if (read.user) await keepPerson(read.user)
    if (read.services) await keepReply({ key: 'services', userId, data: read.services, asOf: now() })
    if (read.day) await keepDay(read.day, userId)
  }
  // What the first screen has read by now.
  const known = async () => {
    for (const key of [USER_KEY, SERVICES_KEY, DAY_KEY]) await keepFresh(hashKey(key))
  }
  known().catch(() => undefined)
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    // A device that keeps nothing works as well, with a connection.
    keepFresh(event.query.queryHash).catch(() => undefined)
  })
}

/** Whoever signs in finds nothing of who was here before. */
async function keepPerson(user: User): Promise<void> {
  if (user.id === undefined) return
  const kept = await keptReplies()
  if (kept.some(({ userId }) => userId !== user.id)) await wipeKept()
  if (user.type === 'Crew') await keepReply({ key: 'user', userId: user.id, data: user, asOf: now() })
}

async function readAhead(day: Day, userId: string): Promise<Day | undefined> {
  if (day.nextWorkDay === null) return undefined
  const next = await call('GET /api/day', { query: { date: day.nextWorkDay } })
  await keepReply({ key: dayName(next.date), userId, data: next, asOf: now() })
  return next
}

async function forgetOldDays(before: LocalDate): Promise<void> {
  const keys = (await keptReplies()).map(({ key }) => key)
  await forgetReplies(keys.filter((key) => key.startsWith('day ') && key < dayName(before)))
}

function picturesOf(days: readonly Day[]): Map<string, string> {
  const photos = days.flatMap(({ stops }) => stops.flatMap((stop) => stop.photos))
  return new Map(photos.slice(0, 60).map(({ photoId, thumbnailUrl }) => [photoId, thumbnailUrl]))
}

function zoneOf({ time_zone: zone }: User): string {
  return zone && isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE
}

function now(): Instant {
  return instant(Date.now())
}
