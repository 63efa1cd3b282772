/** Driving by a street router: the table and route services of OSRM (project-osrm.org, HTTP API v1). */
import { z } from 'zod'
import type { LatLng } from '#domain/geo.ts'
import type { DrivingTable, Matrix } from './port.ts'

/** OSRM's own default limit of a table is 100 coordinates; larger tables are put together from blocks. */
const BLOCK_POINTS = 50
const SINGLE_REQUEST_POINTS = 100
const REQUESTS_AT_ONCE = 4
/** OSRM's own default limit of a route. */
const MOST_LINE_POINTS = 100
const TIMEOUT_MS = 8_000
const FEET_PER_METRE = 3.280_84

const rows = z.array(z.array(z.number().nonnegative().nullable()))
const answerSchema = z.object({ code: z.literal('Ok'), durations: rows, distances: rows })

const lineSchema = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(z.object({ geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])) }) }))
    .min(1),
})

type Block = { readonly from: readonly number[]; readonly to: readonly number[] }

/** The router did not answer, or not with a table. */
export class OsrmUnavailable extends Error {
  override name = 'OsrmUnavailable'
}

type OsrmOptions = {
  /** The root of an OSRM server with the driving profile. */
  readonly url: string
  /** Answers instead while the router is away, after `onAway` was told; without it `table` throws OsrmUnavailable. */
  readonly whenAway?: Matrix
  readonly onAway?: (error: OsrmUnavailable) => void
}

export function createOsrmMatrix({ url, whenAway, onAway }: OsrmOptions): Matrix {
  const root = url.replace(/\/+$/, '')
  return {
    table: async (points) => {
      try {
        return await readTable(root, points)
      } catch (error) {
        if (whenAway === undefined || !(error instanceof OsrmUnavailable)) throw error
        onAway?.(error)
        return whenAway.table(points)
      }
    },
    // A picture of the way and no more: without an answer it is drawn straight.
    line: async (points) => {
      if (points.length < 2 || points.length > MOST_LINE_POINTS) return null
      try {
        return await readLine(root, points)
      } catch (error) {
        if (!(error instanceof OsrmUnavailable)) throw error
        onAway?.(error)
        return null
      }
    },
  }
}

async function readTable(root: string, points: readonly LatLng[]): Promise<DrivingTable> {
  const cells = points.length * points.length
  const table: DrivingTable = { seconds: new Float64Array(cells), feet: new Float64Array(cells) }
  if (points.length < 2) return table
  const blocks = blocksOf(points.length)
  const work = Array.from({ length: Math.min(REQUESTS_AT_ONCE, blocks.length) }, async () => {
    for (let block = blocks.pop(); block !== undefined; block = blocks.pop())
      await readBlock(root, points, block, table)
  })
  await Promise.all(work)
  return table
}

function blocksOf(count: number): Block[] {
  const all = Array.from({ length: count }, (_, index) => index)
  if (count <= SINGLE_REQUEST_POINTS) return [{ from: all, to: all }]
  const parts = Array.from({ length: Math.ceil(count / BLOCK_POINTS) }, (_, part) =>
    all.slice(part * BLOCK_POINTS, (part + 1) * BLOCK_POINTS),
  )
  return parts.flatMap((from) => parts.map((to) => ({ from, to })))
}

async function readBlock(
  root: string,
  points: readonly LatLng[],
  { from, to }: Block,
  table: DrivingTable,
): Promise<void> {
  const isSame = from === to
  const named = isSame ? from : [...from, ...to]
  const coordinates = coordinatesOf(named.map((index) => points[index]!))
  const sides = isSame
    ? ''
    : `&sources=${range(0, from.length)}&destinations=${range(from.length, to.length)}`
  const url = `${root}/table/v1/driving/${coordinates}?annotations=duration,distance${sides}`
  const answer = await ask('table', url, answerSchema)
  const isWhole = [answer.durations, answer.distances].every(
    (side) => side.length === from.length && side.every((row) => row.length === to.length),
  )
  if (!isWhole) throw new OsrmUnavailable('the street router answered a table of another size')
  for (const [row, source] of from.entries())
    for (const [column, target] of to.entries()) {
      const cell = source * points.length + target
      const seconds = answer.durations[row]![column]!
      const metres = answer.distances[row]![column]!
      const isReachable = seconds !== null && metres !== null
      table.seconds[cell] = isReachable ? seconds : Infinity
      table.feet[cell] = isReachable ? metres * FEET_PER_METRE : Infinity
    }
}

async function readLine(root: string, points: readonly LatLng[]): Promise<LatLng[]> {
  const url = `${root}/route/v1/driving/${coordinatesOf(points)}?overview=simplified&geometries=geojson`
  const { routes } = await ask('line', url, lineSchema)
  return routes[0]!.geometry.coordinates.map(([lng, lat]) => ({ lat, lng }))
}

function coordinatesOf(points: readonly LatLng[]): string {
  return points.map(({ lat, lng }) => `${lng},${lat}`).join(';')
}

function range(start: number, count: number): string {
  return Array.from({ length: count }, (_, index) => start + index).join(';')
}

async function ask<Answer>(what: 'table' | 'line', url: string, schema: z.ZodType<Answer>): Promise<Answer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return schema.parse(await response.json())
  } catch (error) {
    throw new OsrmUnavailable(`the street router gave no ${what}`, { cause: error })
  }
}
