import type { RoutingProblem } from '#domain/routing/types.ts'
import { euclid, fleetOf, type Instance, matrixOf, type Point, stopAt, UNLIMITED } from './instance.ts'

/** A file of the TSPLIB manner: `KEY : value` lines, then sections of rows of numbers. */
type TsplibFile = {
  readonly fields: ReadonlyMap<string, string>
  readonly sections: ReadonlyMap<string, number[][]>
}

function readTsplib(text: string): TsplibFile {
  const fields = new Map<string, string>()
  const sections = new Map<string, number[][]>()
  let rows: number[][] = []
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    const field = /^([A-Z_]+)\s*:\s*(.*)$/.exec(line)
    if (field !== null) fields.set(field[1]!, field[2]!.trim())
    else if (/^[A-Z_]+$/.test(line)) sections.set(line, (rows = []))
    else if (line !== '') rows.push(line.split(/\s+/).map(Number))
  }
  return { fields, sections }
}

function pointsOf(file: TsplibFile): Point[] {
  return file.sections.get('NODE_COORD_SECTION')!.map((row) => ({ x: row[1]!, y: row[2]! }))
}

/** Distances as TSPLIB 95 defines them (Reinelt, 1995, section 2). */
function tsplibMetric(type: string): (a: Point, b: Point) => number {
  const metrics: Record<string, (a: Point, b: Point) => number> = {
    EUC_2D: (a, b) => Math.floor(euclid(a, b) + 0.5),
    CEIL_2D: (a, b) => Math.ceil(euclid(a, b)),
    ATT: (a, b) => Math.ceil(Math.sqrt(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) / 10)),
    GEO: geographic,
  }
  const metric = metrics[type]
  if (metric === undefined) throw new Error(`no such distance: ${type}`)
  return metric
}

/** ATT rounds up whenever the rounded value falls short, which is the ceiling. GEO uses the standard's own pi and radius. */
function geographic(a: Point, b: Point): number {
  const radians = (degrees: number): number => {
    const whole = Math.trunc(degrees)
    return (3.141592 * (whole + (5 * (degrees - whole)) / 3)) / 180
  }
  const q1 = Math.cos(radians(a.y) - radians(b.y))
  const q2 = Math.cos(radians(a.x) - radians(b.x))
  const q3 = Math.cos(radians(a.x) + radians(b.x))
  return Math.floor(6378.388 * Math.acos(0.5 * ((1 + q1) * q2 - (1 - q1) * q3)) + 1)
}

/** One vehicle that visits every place. */
export function tspProblem(text: string): RoutingProblem {
  const file = readTsplib(text)
  const points = pointsOf(file)
  return {
    matrix: matrixOf(points, tsplibMetric(file.fields.get('EDGE_WEIGHT_TYPE')!)),
    stops: points.slice(1).map((_, index) => stopAt(index + 1, { isMandatory: true })),
    vehicles: fleetOf(1, {}),
    drivingCost: { perSecond: 1, perFoot: 0 },
  }
}

/** Orienteering: collect the most within a length (OPLib: TSPLIB distances). */
export function opProblem(text: string): Pick<Instance, 'problem' | 'startPrize'> {
  const file = readTsplib(text)
  const points = pointsOf(file)
  const prizes = file.sections.get('NODE_SCORE_SECTION')!
  const limit = Number(file.fields.get('COST_LIMIT'))
  const problem = {
    matrix: matrixOf(points, tsplibMetric(file.fields.get('EDGE_WEIGHT_TYPE')!)),
    stops: prizes.slice(1).map((row) => stopAt(row[0]! - 1, { prize: row[1]!, closeSeconds: limit })),
    vehicles: fleetOf(1, { endSeconds: limit }),
    drivingCost: { perSecond: TIE_BREAK / limit, perFoot: 0 },
  }
  return { problem, startPrize: prizes[0]![1]! }
}

/** Every route driven to its limit costs less than the least prize: driving only breaks ties. */
export const TIE_BREAK = 0.5

/** CVRPLIB X: rounded Euclidean distances, as many vehicles as wanted. */
export function cvrpProblem(text: string): RoutingProblem {
  const file = readTsplib(text)
  const points = pointsOf(file)
  const loads = file.sections.get('DEMAND_SECTION')!.map((row) => row[1]!)
  const capacity = Number(file.fields.get('CAPACITY'))
  const fewest = Math.ceil(loads.reduce((sum, load) => sum + load, 0) / capacity)
  return {
    matrix: matrixOf(points, tsplibMetric(file.fields.get('EDGE_WEIGHT_TYPE')!)),
    stops: points
      .slice(1)
      .map((_, index) => stopAt(index + 1, { isMandatory: true, load: loads[index + 1]! })),
    vehicles: fleetOf(Math.ceil(fewest * 2), { capacity, endSeconds: UNLIMITED }),
    drivingCost: { perSecond: 1, perFoot: 0 },
  }
}

/** Gehring–Homberger in the VRPLIB format of the DIMACS challenge: distances cut to one decimal, here in tenths. */
export function dimacsVrptwProblem(text: string): RoutingProblem {
  const file = readTsplib(text)
  const points = pointsOf(file)
  const windows = file.sections.get('TIME_WINDOW_SECTION')!
  const loads = file.sections.get('DEMAND_SECTION')!
  const service = 10 * Number(file.fields.get('SERVICE_TIME'))
  return {
    matrix: matrixOf(points, (a, b) => Math.floor(10 * euclid(a, b))),
    stops: points.slice(1).map((_, index) =>
      stopAt(index + 1, {
        isMandatory: true,
        serviceSeconds: service,
        load: loads[index + 1]![1]!,
        openSeconds: 10 * windows[index + 1]![1]!,
        closeSeconds: 10 * windows[index + 1]![2]!,
      }),
    ),
    vehicles: fleetOf(Number(file.fields.get('VEHICLES')), {
      capacity: Number(file.fields.get('CAPACITY')),
      endSeconds: 10 * windows[0]![2]!,
    }),
    drivingCost: { perSecond: 1, perFoot: 0 },
  }
}
