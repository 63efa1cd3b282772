import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { LatLng } from '#domain/geo.ts'
import { cents } from '#domain/money.ts'
import { selectCandidates } from '#domain/routing/candidates.ts'
import { greatCircleMatrix } from '#domain/routing/matrix.ts'
import { Random } from '#domain/routing/random.ts'
import { DEFAULT_RECOMMEND_SETTINGS, recommendFrom } from '#domain/routing/recommend.ts'
import type { OpenStop, RecommendRequest, TimeRange } from '#domain/routing/recommend.types.ts'
import type { LocalTime } from '#domain/time.ts'
import { showProgress } from '../progress.ts'
import { printTable } from '../table.ts'

const JOB_COUNT = 5_000
const CALLS = 40
const WARM_UP_CALLS = 5
/** As the server asks. */
const ITERATIONS = 400

const SERVICES = [
  { serviceKey: 'bins', serviceMinutes: 5, payCents: 800 },
  { serviceKey: 'lawn', serviceMinutes: 40, payCents: 3_600 },
  { serviceKey: 'pool', serviceMinutes: 30, payCents: 4_000 },
  { serviceKey: 'turnover', serviceMinutes: 120, payCents: 9_500 },
]
const WINDOWS: readonly (TimeRange | null)[] = [
  null,
  range('06:00', '10:00'),
  range('10:00', '15:00'),
  range('17:00', '21:00'),
]

/** How long the recommendations for all seven weekdays take over 5,000 open weekly jobs at real places. */
export function measureCity(csv: string, now: () => number): void {
  const random = new Random(1)
  const places = readPlaces(csv)
  const jobs = Array.from({ length: JOB_COUNT }, (_, index) =>
    openJob(index, places[index % places.length]!, random),
  )
  const weekdays = Array.from({ length: 7 }, () => jobs.filter(() => random.next() < 0.5))
  const took = {
    select: [] as number[],
    matrix: [] as number[],
    search: [] as number[],
    call: [] as number[],
  }
  for (let call = -WARM_UP_CALLS; call < CALLS; call++) {
    const base = places[random.below(places.length)]!
    const times = timeOfCall(base, weekdays, now)
    if (call < 0) continue
    took.select.push(times.select)
    took.matrix.push(times.matrix)
    took.search.push(times.search)
    took.call.push(times.select + times.matrix + times.search)
    showProgress(call + 1, CALLS, 'crews')
  }
  console.log(
    `Routes for seven weekdays over ${JOB_COUNT} open jobs at Denver’s listings, ${CALLS} crews, in ms`,
  )
  const row = (name: string, values: readonly number[]): string[] => [
    name,
    percentile(values, 0.5).toFixed(0),
    percentile(values, 0.99).toFixed(0),
  ]
  printTable([
    ['', 'p50', 'p99'],
    row('choice of candidates', took.select),
    row('matrix', took.matrix),
    row('search', took.search),
    row('all', took.call),
  ])
}

function timeOfCall(base: LatLng, weekdays: readonly (readonly OpenStop[])[], now: () => number) {
  const times = { select: 0, matrix: 0, search: 0 }
  for (const openStops of weekdays) {
    const request = requestFor(base, openStops)
    const start = now()
    const candidates = selectCandidates(request)
    const chosen = now()
    const matrix = greatCircleMatrix(candidates.places)
    const laid = now()
    recommendFrom(candidates, matrix, request.settings, request.budget)
    times.select += chosen - start
    times.matrix += laid - chosen
    times.search += now() - laid
  }
  return times
}

function requestFor(base: LatLng, openStops: readonly OpenStop[]): RecommendRequest {
  return {
    crew: {
      base,
      hours: range('08:00', '17:00'),
      rangeFeet: 15 * 5_280,
      serviceKeys: ['bins', 'lawn', 'pool'],
    },
    openStops,
    assignedStops: [],
    settings: DEFAULT_RECOMMEND_SETTINGS,
    budget: { seed: 1, iterations: ITERATIONS },
  }
}

function openJob(index: number, place: LatLng, random: Random): OpenStop {
  const service = SERVICES[random.below(SERVICES.length)]!
  return {
    id: `job${index}`,
    place,
    serviceMinutes: service.serviceMinutes,
    window: WINDOWS[random.below(WINDOWS.length)]!,
    payCents: cents(Math.round(service.payCents * (0.8 + 0.4 * random.next()))),
    serviceKey: service.serviceKey,
  }
}

function readPlaces(csv: string): LatLng[] {
  const rows: Record<string, string>[] = parse(readFileSync(csv), { columns: true })
  return rows.map((row) => ({ lat: Number(row.latitude), lng: Number(row.longitude) }))
}

function range(from: string, until: string): TimeRange {
  return { from: from as LocalTime, until: until as LocalTime }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}
