/** Which settings hold in a market at an instant, from all that were ever written. */

import { type Instant, instant, instantAt, type LocalDate, localTime } from '../time.ts'
import { admits, isSettingKey } from './check.ts'
import { SETTING_RULES } from './groups.ts'
import { type BusinessSettings, DEFAULT_SETTINGS, settingsWith } from './settings.ts'

/** One dated value. Without a market it holds wherever a market has none of its own; without a value it ends one. */
export type SettingRow = {
  readonly id: number
  readonly marketId: string | null
  readonly key: string
  readonly value: unknown
  readonly inForceFrom: Instant
}

/** What held since when, oldest first; the first entry holds from ever. */
export type SettingsTimeline = readonly { readonly from: Instant; readonly settings: BusinessSettings }[]

export type SettingsBook = {
  /** Null asks for what holds where a market has nothing of its own. */
  timeline(marketId: string | null): SettingsTimeline
  at(marketId: string | null, at: Instant): BusinessSettings
  /** What holds in every market, each that differs once. */
  everywhere(at: Instant): readonly BusinessSettings[]
}

const EVER = instant(-8_640_000_000_000_000)

/** Of two rows for the same instant the one written later counts. A value that its rule no longer admits does not. */
export function settingsBook(rows: readonly SettingRow[]): SettingsBook {
  const known = rows
    .filter(isSound)
    .sort((one, other) => one.inForceFrom - other.inForceFrom || one.id - other.id)
  const timelines = new Map<string | null, SettingsTimeline>()
  const timeline = (marketId: string | null): SettingsTimeline => {
    const built = timelines.get(marketId) ?? buildTimeline(known, marketId)
    timelines.set(marketId, built)
    return built
  }
  const markets = [null, ...new Set(known.map((row) => row.marketId))]
  return {
    timeline,
    at: (marketId, at) => settingsIn(timeline(marketId), at),
    everywhere: (at) => markets.map((marketId) => settingsIn(timeline(marketId), at)),
  }
}

/** The entry of a timeline that holds at an instant. */
export function settingsIn(timeline: SettingsTimeline, at: Instant): BusinessSettings {
  return timeline.findLast(({ from }) => from <= at)?.settings ?? DEFAULT_SETTINGS
}

/**
 * What the price and the split of a visit follow: what holds when its day begins. It is the same when the visit is
 * quoted, offered and done, and a change during a day changes nothing that was said for that day.
 */
export function settingsOn(timeline: SettingsTimeline, date: LocalDate, zone: string): BusinessSettings {
  if (timeline.length === 1) return timeline[0]!.settings
  return settingsIn(timeline, instantAt(date, localTime('00:00'), zone))
}

function isSound({ key, value }: SettingRow): boolean {
  return isSettingKey(key) && (value === null || admits(SETTING_RULES[key], value))
}

function buildTimeline(rows: readonly SettingRow[], marketId: string | null): SettingsTimeline {
  const mine = rows.filter((row) => row.marketId === null || row.marketId === marketId)
  const moments = [...new Set(mine.map((row) => row.inForceFrom))]
  return [
    { from: EVER, settings: DEFAULT_SETTINGS },
    ...moments.map((from) => ({ from, settings: settingsOf(mine, from) })),
  ]
}

function settingsOf(rows: readonly SettingRow[], at: Instant): BusinessSettings {
  const held = rows.filter((row) => row.inForceFrom <= at)
  const general = latest(held.filter((row) => row.marketId === null))
  const own = latest(held.filter((row) => row.marketId !== null))
  return settingsWith(new Map([...general, ...own]))
}

/** By key, without those that were cleared. */
function latest(rows: readonly SettingRow[]): [string, unknown][] {
  return [...new Map(rows.map((row) => [row.key, row.value]))].filter(([, value]) => value !== null)
}
