import type { LatLng } from '#domain/geo.ts'

/** Driving between every pair of points, row by row (`from * points + to`). Unreachable pairs are Infinity. */
export type DrivingTable = { readonly seconds: Float64Array; readonly feet: Float64Array }

export type Matrix = {
  table(points: readonly LatLng[]): Promise<DrivingTable>
  /** The streets driven from each point to the next; null where nobody knows the streets. */
  line(points: readonly LatLng[]): Promise<LatLng[] | null>
}
