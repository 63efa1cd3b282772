/** Keeps what the pages of a crew or a customer read, and gives it back to a page that gets no answer (product §4: works offline). */
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { toId, type UserId, type VisitId } from '#domain/ids.ts'
import {
  addDays,
  DAY_MS,
  DEFAULT_TIME_ZONE,
  dateAt,
  type Instant,
  instant,
  isTimeZone,
  type LocalDate,
} from '#domain/time.ts'
import { type CallArguments, type CallKey, call, endpointQuery, type Reply } from '#web/api.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { markKept } from '#web/session/kept-mark.ts'
import { type User, userQuery } from '#web/session/user.ts'
import type { DayName, KeptReply } from './database.ts'
import { isKeptRead } from './kept-reads.ts'
import { forgetReplies, keepReply, keptReplies, wipeKept } from './kept-store.ts'
import { whenCalm } from '#web/ui/looks/when-calm.ts'
import { withOpenSteps } from './open-steps.ts'
import { keepPicturesSoon } from './pictures.ts'

type Day = Reply<'GET /api/day'>
type Kept<Key extends KeptReply['key']> = Extract<KeptReply, { key: Key }>

const USER_KEY = userQuery().queryKey
const DAY_KEY = endpointQuery('GET /api/day', {}).queryKey
const SERVICES_KEY = endpointQuery('GET /api/services', {}).queryKey
const SUMMARY_KEY = endpointQuery('GET /api/customer-summary', {}).queryKey
const [USER_HASH, DAY_HASH, SERVICES_HASH, SUMMARY_HASH] = [USER_KEY, DAY_KEY, SERVICES_KEY, SUMMARY_KEY].map(
  hashKey,
)
/** What is read ahead is read again after so long. */
const READ_AHEAD_MS = 30 * 60_000
/** A day has fewer; a phone is no archive. */
const MOST_VISITS = 30
const NEXT_VISITS = 6
const READS_LAST_MS = 14 * DAY_MS
const dayName = (date: LocalDate): DayName => `day ${date}`

/** Fills what the page has not received yet with what is kept. Answers the kept user. */
export async function seedKept(client: QueryClient): Promise<User | undefined> {
  const replies = await keptReplies()
  const person = replies.find((reply) => reply.key === 'user')
  const known = client.getQueryData(USER_KEY)
  // Somebody else is signed in by now: what is kept is not theirs.
  if (person === undefined || (known !== undefined && known.id !== person.userId)) return undefined
  const user = person.data
  seed(client, USER_KEY, person)
  for (const reply of replies) {
    if (reply.userId !== person.userId) continue
    if (reply.key === 'services') seed(client, SERVICES_KEY, reply)
    else if (isDay(reply)) seedDay(client, reply, dateAt(now(), zoneOf(user)))
    else if (isRead(reply)) seed(client, reply.queryKey, reply)
  }
  return user
}

/** By its date as the link to a door asks for it, and as today where it is. */
function seedDay(client: QueryClient, kept: Kept<DayName>, today: LocalDate): void {
  const { asOf, userId } = kept
  const stops = kept.data.stops.map((stop) => withOpenSteps(stop, kept.data, toId<UserId>(userId), now()))
  const data = { ...kept.data, today, stops }
  seed(client, endpointQuery('GET /api/day', { query: { date: data.date } }).queryKey, { asOf, data })
  if (data.date === today) seed(client, DAY_KEY, { asOf, data })
  for (const { goId, visitId } of stops)
    if (goId) seedDoor(client, goId, { asOf, data: { visitId, date: data.date } })
}

/** The code on a door leads to its stop, also where nobody can be asked. */
function seedDoor(client: QueryClient, goId: string, { asOf, data }: { asOf: number; data: object }): void {
  const { queryKey } = endpointQuery('POST /api/open-go-link', { body: { goId } })
  seed(client, queryKey, { asOf, data: { kind: 'door_card', ...data } })
}

function isDay(reply: KeptReply): reply is Kept<DayName> {
  return reply.key.startsWith('day ')
}

function isRead(reply: KeptReply): reply is Kept<`read ${string}`> {
  return reply.key.startsWith('read ')
}

function seed(client: QueryClient, key: QueryKey, kept: { data: unknown; asOf: number }): void {
  if (client.getQueryData(key) === undefined) client.setQueryData(key, kept.data, { updatedAt: kept.asOf })
}

/** Keeps every fresh answer. Answers a function that stops it. */
export function keepReading(client: QueryClient, onDay: (readAt: number) => void): () => void {
  const keepDay = async (day: Day, userId: string) => {
    await keepReply({ key: dayName(day.date), userId, data: day, asOf: now() })
    onDay(now())
    await forgetOldDays(addDays(day.today, -1))
    await readAhead(client, visitsOfDay(day))
    await keepNextDay(client, day, userId)
  }
  const keepFresh = async ({ queryKey, queryHash, state }: Query) => {
    const user = client.getQueryData(USER_KEY)
    if (user?.id === undefined || user.type === 'Operator') return
    const userId = user.id
    const kept = { userId, asOf: now() }
    const services = queryHash === SERVICES_HASH ? client.getQueryData(SERVICES_KEY) : undefined
    const day = queryHash === DAY_HASH ? client.getQueryData(DAY_KEY) : undefined
    if (queryHash === USER_HASH) await keepPerson(user)
    else if (services) await keepReply({ ...kept, key: 'services', data: services })
    else if (day) await keepDay(day, userId)
    else if (isKeptRead(queryKey[0])) {
      await keepReply({ ...kept, key: `read ${queryHash}`, queryKey, data: state.data })
      const summary = queryHash === SUMMARY_HASH ? client.getQueryData(SUMMARY_KEY) : undefined
      // A customer looks at its home first; a crew may drive out of reach in the same minute.
      if (summary)
        whenCalm(() => {
          const ids = [...summary.todayVisits, ...summary.comingVisits].map(({ id }) => id)
          readAhead(client, ids).catch(() => undefined)
        })
    }
    keepPicturesSoon(userId)
  }
  const keep = (query: Query) => {
    // A device that keeps nothing works as well, with a connection.
    if (query.state.data !== undefined) keepFresh(query).catch(() => undefined)
  }
  // What the first screen has read by now.
  for (const query of client.getQueryCache().getAll()) if (query.state.status === 'success') keep(query)
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) keep(event.query)
  })
}

/** Whoever signs in finds nothing of who was here before. */
async function keepPerson(user: User): Promise<void> {
  if (user.id === undefined) return
  const kept = await keptReplies()
  if (kept.some(({ userId }) => userId !== user.id)) await wipeKept()
  await keepReply({ key: 'user', userId: user.id, data: user, asOf: now() })
  if (isSignedIn()) markKept(true)
}

/** What is still to be done comes first. */
function visitsOfDay({ stops }: Day): VisitId[] {
  const isDone = ({ state }: Day['stops'][number]) => state === 'completed'
  return [...stops.filter((stop) => !isDone(stop)), ...stops.filter(isDone)].map(({ visitId }) => visitId)
}

async function keepNextDay(client: QueryClient, { nextWorkDay }: Day, userId: string): Promise<void> {
  if (nextWorkDay === null || (await freshKeys()).has(`day ${nextWorkDay}`)) return
  const next = await call('GET /api/day', { query: { date: nextWorkDay } })
  await keepReply({ key: dayName(next.date), userId, data: next, asOf: now() })
  await readAhead(client, visitsOfDay(next))
}

/** What the pages behind a day or a home ask for: each visit, and of the next ones also what was said and why. */
async function readAhead(client: QueryClient, visitIds: readonly VisitId[]): Promise<void> {
  const fresh = await freshKeys()
  for (const id of visitIds.slice(0, MOST_VISITS))
    await readIfOld(client, fresh, 'GET /api/visit', { query: { id } })
  for (const id of visitIds.slice(0, NEXT_VISITS)) {
    await readIfOld(client, fresh, 'POST /api/get-messages', { body: { visitId: id } })
    await readIfOld(client, fresh, 'GET /api/visit-reasons', { query: { id } })
  }
}

/** Through the cache, which hands what comes to be kept. */
async function readIfOld<Key extends CallKey>(
  client: QueryClient,
  fresh: ReadonlySet<string>,
  key: Key,
  ...input: CallArguments<Key>
): Promise<void> {
  const query = endpointQuery(key, ...input)
  if (fresh.has(`read ${hashKey(query.queryKey)}`)) return
  await client.prefetchQuery({ ...query, retry: false, staleTime: READ_AHEAD_MS })
}

/** Asked once for many: each look copies all that is kept out of the database, while somebody wants to scroll. */
async function freshKeys(): Promise<ReadonlySet<string>> {
  const fresh = (await keptReplies()).filter(({ asOf }) => now() - asOf < READ_AHEAD_MS)
  return new Set(fresh.map(({ key }) => key))
}

async function forgetOldDays(before: LocalDate): Promise<void> {
  const replies = await keptReplies()
  const isOld = (reply: KeptReply) =>
    isDay(reply) ? reply.key < dayName(before) : isRead(reply) && now() - reply.asOf > READS_LAST_MS
  await forgetReplies(replies.filter(isOld).map(({ key }) => key))
}

function zoneOf({ time_zone: zone }: User): string {
  return zone && isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE
}

function now(): Instant {
  return instant(Date.now())
}
