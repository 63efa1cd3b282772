import { distanceFeet, FEET_PER_MILE } from '../geo.ts'
import type {
  CandidateSet,
  OpenStop,
  RecommendRequest,
  RecommendSettings,
  RoutingCrew,
} from './recommend.types.ts'
import { rangeSeconds, type SecondsRange } from './times.ts'

/** Stops are counted in squares of this side to see where work lies close together. */
const SQUARE_FEET = FEET_PER_MILE / 2
const FEET_PER_DEGREE = 365_000
/** Rough driving for ranking only: 22 mph over a third more than the straight line. */
const SECONDS_PER_FOOT = 1.35 / ((22 * FEET_PER_MILE) / 3_600)
/** This share of the places is shared out evenly over the hours of the day, so that no part of it is left without work. */
const SHARE_BY_HOUR = 0.4
const HOURS_PER_BUCKET = 4

/**
 * The open stops worth a closer look: those within skills, range and hours that earn most per minute where they lie.
 * One pass over all of them and one sort, so that only a few hundred need a matrix.
 */
export function selectCandidates(request: RecommendRequest): CandidateSet {
  const { crew, assignedStops, settings } = request
  const eligible = request.openStops.flatMap((stop) => eligibleStop(crew, stop) ?? [])
  const chosen = choose(rank(eligible, crew, settings), settings.candidateCount)
  const stops = [...assignedStops, ...chosen.map((candidate) => candidate.stop)]
  return { crew, stops, assignedCount: assignedStops.length, ...placesOf(crew, stops) }
}

type Eligible = { readonly stop: OpenStop; readonly feet: number; readonly window: SecondsRange }

function eligibleStop(crew: RoutingCrew, stop: OpenStop): Eligible | null {
  if (!crew.serviceKeys.includes(stop.serviceKey)) return null
  const feet = distanceFeet(crew.base, stop.place)
  if (feet > crew.rangeFeet) return null
  const hours = rangeSeconds(crew.hours)
  const window = stop.window === null ? hours : rangeSeconds(stop.window)
  const arrival = Math.max(hours.from + feet * SECONDS_PER_FOOT, window.from)
  const isReachable = arrival <= window.until
  const isBackInTime = arrival + stop.serviceMinutes * 60 + feet * SECONDS_PER_FOOT <= hours.until
  return isReachable && isBackInTime ? { stop, feet, window } : null
}

type Ranked = Eligible & { readonly value: number }

/** By what a day spent on stops like this one around here would leave: pay per second, less the way there and back. */
function rank(eligible: readonly Eligible[], crew: RoutingCrew, settings: RecommendSettings): Ranked[] {
  const density = densityOf(eligible, crew)
  const hours = rangeSeconds(crew.hours)
  const costPerFoot =
    settings.drivingCentsPerMile / FEET_PER_MILE + (settings.drivingCentsPerHour / 3_600) * SECONDS_PER_FOOT
  return eligible
    .map((candidate) => {
      const { stop, feet } = candidate
      // The nearest of n points strewn over an area lies about 0.7 √(area / n) away (Beardwood et al., 1959).
      const hopFeet = 0.7 * Math.sqrt((9 * SQUARE_FEET ** 2) / density(stop))
      const seconds = stop.serviceMinutes * 60 + hopFeet * SECONDS_PER_FOOT
      const centsPerSecond = (stop.payCents - hopFeet * costPerFoot) / seconds
      const workSeconds = hours.until - hours.from - 2 * feet * SECONDS_PER_FOOT
      return { ...candidate, value: centsPerSecond * Math.max(0, workSeconds) - 2 * feet * costPerFoot }
    })
    .sort((a, b) => b.value - a.value || (a.stop.id < b.stop.id ? -1 : 1))
}

/** How many eligible stops lie in the nine squares around one. */
function densityOf(eligible: readonly Eligible[], { base }: RoutingCrew): (stop: OpenStop) => number {
  const rowFeet = FEET_PER_DEGREE
  const columnFeet = FEET_PER_DEGREE * Math.cos((base.lat * Math.PI) / 180)
  const rowOf = ({ place }: OpenStop): number => Math.floor(((place.lat - base.lat) * rowFeet) / SQUARE_FEET)
  const columnOf = ({ place }: OpenStop): number =>
    Math.floor(((place.lng - base.lng) * columnFeet) / SQUARE_FEET)
  const key = (row: number, column: number): number => row * 100_003 + column
  const counts = new Map<number, number>()
  for (const { stop } of eligible) {
    const row = rowOf(stop)
    const column = columnOf(stop)
    for (let r = row - 1; r <= row + 1; r++)
      for (let c = column - 1; c <= column + 1; c++) counts.set(key(r, c), (counts.get(key(r, c)) ?? 0) + 1)
  }
  return (stop) => counts.get(key(rowOf(stop), columnOf(stop))) ?? 1
}

/** The best of each part of the day first, then the best of the rest. */
function choose(ranked: readonly Ranked[], limit: number): readonly Ranked[] {
  if (ranked.length <= limit) return ranked
  const buckets = Math.ceil(24 / HOURS_PER_BUCKET)
  const perBucket = Math.floor((limit * SHARE_BY_HOUR) / buckets)
  const taken = Array.from({ length: buckets + 1 }, () => 0)
  const chosen = new Set<Ranked>()
  for (const candidate of ranked) {
    const middle = (candidate.window.from + candidate.window.until) / 2
    const bucket = Math.min(buckets, Math.floor(middle / (HOURS_PER_BUCKET * 3_600)))
    if (taken[bucket]!++ < perBucket) chosen.add(candidate)
  }
  for (const candidate of ranked) {
    if (chosen.size >= limit) break
    chosen.add(candidate)
  }
  return ranked.filter((candidate) => chosen.has(candidate))
}

/** Each distinct place once, base first: two services at one house need one row of the matrix. */
function placesOf(crew: RoutingCrew, stops: readonly OpenStop[]): Pick<CandidateSet, 'places' | 'nodes'> {
  const places = [crew.base]
  const nodeOf = new Map<string, number>([[`${crew.base.lat},${crew.base.lng}`, 0]])
  const nodes = stops.map(({ place }) => {
    const key = `${place.lat},${place.lng}`
    const known = nodeOf.get(key)
    if (known !== undefined) return known
    nodeOf.set(key, places.length)
    places.push(place)
    return places.length - 1
  })
  return { places, nodes }
}
