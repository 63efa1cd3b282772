/**
 * The numbers of the business, as a market has them at an instant. They change seldom and are asked for all the time,
 * so each process keeps them for a moment: what another process writes holds here after that, what this one writes
 * holds at once.
 */
import type { VisitId } from '#domain/ids.ts'
import { type SettingsBook, type SettingsTimeline, settingsBook } from '#domain/settings/book.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { listSettings, marketOfVisit, marketsOfUsers } from './queries.ts'

const KEPT_MS = 2_000

type NumberKey = {
  [Key in keyof BusinessSettings]: BusinessSettings[Key] extends number ? Key : never
}[keyof BusinessSettings]

type Kept = { readonly book: SettingsBook; readonly since: number }

/** By the adapter, which a pool shares with all its transactions. */
const kept = new WeakMap<object, Kept>()
/** Grows with every change, so that a read begun before it is not kept after it. */
const changes = new WeakMap<object, number>()

/** `marketId` null asks for what holds where a market has nothing of its own. */
export async function settingsAt(db: Db, marketId: string | null, at: Instant): Promise<BusinessSettings> {
  return (await readSettings(db)).at(marketId, at)
}

/** Of a number: the most that any market asks, for what belongs to none. */
export async function mostOfAll(db: Db, key: NumberKey, at: Instant): Promise<number> {
  const everywhere = (await readSettings(db)).everywhere(at)
  return Math.max(...everywhere.map((settings) => settings[key]))
}

/** Of one market, for what is dated differently row by row. */
export async function settingsTimeline(db: Db, marketId: string | null): Promise<SettingsTimeline> {
  return (await readSettings(db)).timeline(marketId)
}

/** For each of some people, by the market of each. */
export async function settingsOfUsers(
  db: Db,
  userIds: readonly string[],
  at: Instant,
): Promise<(userId: string) => BusinessSettings> {
  const [book, markets] = [await readSettings(db), await marketsOfUsers(db, userIds)]
  return (userId) => book.at(markets.get(userId) ?? null, at)
}

/** For one person, by its market. */
export async function settingsOfUser(db: Db, userId: string, at: Instant): Promise<BusinessSettings> {
  return (await settingsOfUsers(db, [userId], at))(userId)
}

/** For a visit, by the market of its customer. */
export async function settingsOfVisit(db: Db, visitId: VisitId, at: Instant): Promise<BusinessSettings> {
  return settingsAt(db, await marketOfVisit(db, visitId), at)
}

export async function settingsTimelineOfUser(db: Db, userId: string): Promise<SettingsTimeline> {
  return settingsTimeline(db, (await marketsOfUsers(db, [userId])).get(userId) ?? null)
}

/** For many rows of several markets or instants. Inside a transaction it reads on that transaction's connection. */
export async function readSettings(db: Db): Promise<SettingsBook> {
  const pool = db.getExecutor().adapter
  const found = kept.get(pool)
  if (found !== undefined && performance.now() - found.since < KEPT_MS) return found.book
  const before = changes.get(pool)
  const since = performance.now()
  const book = settingsBook(await listSettings(db))
  // A transaction may see what was true when it began: that is for itself.
  if (!db.isTransaction && changes.get(pool) === before) kept.set(pool, { book, since })
  return book
}

/** To be called once a change is committed. */
export function forgetSettings(db: Db): void {
  const pool = db.getExecutor().adapter
  changes.set(pool, (changes.get(pool) ?? 0) + 1)
  kept.delete(pool)
}
