import type { RoutingProblem } from '#domain/routing/types.ts'
import { euclid, fleetOf, matrixOf, stopAt } from './instance.ts'
import { TIE_BREAK } from './tsplib.ts'

function rowsOf(text: string): number[][] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /^[-\d.]/.test(line))
    .map((line) => line.split(/\s+/).map(Number))
}

/** Solomon's format, distances in full precision. */
export function solomonProblem(text: string): RoutingProblem {
  const [fleet, depot, ...customers] = rowsOf(text)
  const points = [depot!, ...customers].map((row) => ({ x: row[1]!, y: row[2]! }))
  return {
    matrix: matrixOf(points, euclid),
    stops: customers.map((row, index) =>
      stopAt(index + 1, {
        isMandatory: true,
        load: row[3]!,
        openSeconds: row[4]!,
        closeSeconds: row[5]!,
        serviceSeconds: row[6]!,
      }),
    ),
    vehicles: fleetOf(fleet![0]!, { capacity: fleet![1]!, endSeconds: depot![5]! }),
    drivingCost: { perSecond: 1, perFoot: 0 },
  }
}

/**
 * Orienteering with time windows in Cordeau's format: distances cut to one decimal for Solomon's points and to two for
 * Cordeau's (Righini & Salani, 2009), here in tenths or hundredths.
 */
export function optwProblem(text: string, routes: number, scale: number): RoutingProblem {
  const rows = rowsOf(text).slice(2)
  const [depot, ...customers] = rows
  const points = rows.map((row) => ({ x: row[1]!, y: row[2]! }))
  const limit = Math.round(scale * depot!.at(-1)!)
  return {
    matrix: matrixOf(points, (a, b) => Math.floor(scale * euclid(a, b) + 1e-9)),
    stops: customers.map((row, index) =>
      stopAt(index + 1, {
        serviceSeconds: Math.round(scale * row[3]!),
        prize: row[4]!,
        openSeconds: Math.round(scale * row.at(-2)!),
        closeSeconds: Math.round(scale * row.at(-1)!),
      }),
    ),
    vehicles: fleetOf(routes, { endSeconds: limit }),
    drivingCost: { perSecond: TIE_BREAK / (routes * limit), perFoot: 0 },
  }
}

/** Team orienteering by Chao, Golden & Wasil: first place is the start, last the end; full precision. */
export function topProblem(text: string): RoutingProblem {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const header = (name: string): number =>
    Number(lines.find((line) => line.startsWith(name))!.split(/\s+/)[1])
  const rows = lines.slice(3).map((line) => line.trim().split(/\s+/).map(Number))
  const points = rows.map((row) => ({ x: row[0]!, y: row[1]! }))
  const limit = header('tmax')
  return {
    matrix: matrixOf(points, euclid),
    stops: rows.slice(1, -1).map((row, index) => stopAt(index + 1, { prize: row[2]!, closeSeconds: limit })),
    vehicles: fleetOf(header('m'), { endNode: rows.length - 1, endSeconds: limit }),
    drivingCost: { perSecond: TIE_BREAK / (header('m') * limit), perFoot: 0 },
  }
}
