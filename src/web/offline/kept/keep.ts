/** Keeps what the crew's home reads, and gives it back to a page that hears nothing (product §4: works offline). */
import type { QueryClient } from '@tanstack/react-query'
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
import type { KeptReply } from './database.ts'
import { forgetReplies, keepPictures, keepReply, keptReplies, wipeKept } from './kept-store.ts'
import { withOpenSteps } from './open-steps.ts'

type Day = Reply<'GET /api/day'>

const USER_KEY = userQuery().queryKey
const DAY_KEY = endpointQuery('GET /api/day', {}).queryKey
const SERVICES_KEY = endpointQuery('GET /api/services', {}).queryKey
/** The coming day is read ahead so often. */
const READ_AHEAD_MS = 30 * 60_000
const dayName = (date: LocalDate) => `day ${date}`

/** Fills what the page has not heard yet with what is kept. Answers the kept user. */
export async function seedKept(client: QueryClient): Promise<User | undefined> {
  const replies = new Map((await keptReplies()).map((reply) => [reply.key, reply]))
  const person = replies.get('user')
  const known = client.getQueryData<User>(USER_KEY)
  // Somebody else is signed in by now: what is kept is not theirs.
  if (person === undefined || (known !== undefined && known.id !== person.userId)) return undefined
  const user = person.data as User
  const today = dateAt(now(), zoneOf(user))
  const day = replies.get(dayName(today))
  seed(client, USER_KEY, person)
  seed(client, SERVICES_KEY, replies.get('services'))
  if (day) seed(client, DAY_KEY, { ...day, data: openedDay(day.data as Day, today) })
  return user
}

function seed(client: QueryClient, key: readonly unknown[], kept: KeptReply | undefined): void {
  if (kept && client.getQueryData(key) === undefined)
    client.setQueryData(key, kept.data, { updatedAt: kept.asOf })
}

function openedDay(day: Day, today: LocalDate): Day {
  return { ...day, today, stops: day.stops.map((stop) => withOpenSteps(stop, day, now())) }
}

/** Keeps every fresh answer. Answers a function that stops it. */
export function keepReading(client: QueryClient, onDay: (readAt: number) => void): () => void {
  let readAheadAt = 0
  const onFresh = async (name: string, data: unknown, userId: string) => {
    if (name === 'GET /api/user') return keepPerson(data as User)
    if (name === 'GET /api/services') return keepReply({ key: 'services', userId, data, asOf: now() })
    const day = data as Day
    await keepReply({ key: dayName(day.date), userId, data: day, asOf: now() })
    onDay(now())
    const ahead = now() - readAheadAt > READ_AHEAD_MS ? await readAhead(day, userId) : undefined
    if (ahead) readAheadAt = now()
    await keepPictures(userId, picturesOf([day, ...(ahead ? [ahead] : [])]))
    await forgetOldDays(addDays(day.today, -1))
  }
  // What the first screen has read by now.
  const known = async () => {
    const user = client.getQueryData<User>(USER_KEY)
    if (user?.id === undefined) return
    await keepPerson(user)
    for (const key of [SERVICES_KEY, DAY_KEY]) {
      const data: unknown = client.getQueryData(key)
      if (data !== undefined) await onFresh(key[0], data, user.id)
    }
  }
  known().catch(() => undefined)
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    const [name, input] = event.query.queryKey as readonly [string, { query?: { date?: string } }]
    const userId = client.getQueryData<User>(USER_KEY)?.id
    const isKept = name === 'GET /api/user' || name === 'GET /api/services' || name === 'GET /api/day'
    if (!isKept || userId === undefined || input.query?.date !== undefined) return
    // A device that keeps nothing works as well, with a connection.
    onFresh(name, event.query.state.data, userId).catch(() => undefined)
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
