/** Single corners of an area that somebody draws: what comes out may cross itself until `checkedArea` has looked. */
import type { LatLng } from '../geo.ts'
import { type Area, edgesOf, feetToArea, type Position, type Ring } from './area.ts'

export type CornerAt = { readonly part: number; readonly ring: number; readonly corner: number }

export type Corner = CornerAt & { readonly place: LatLng }

/** Each once, though rings end where they begin. */
export function cornersOf(area: Area): Corner[] {
  return area.flatMap((polygon, part) =>
    polygon.flatMap((ring, index) =>
      ring.slice(1).map(([lng, lat], corner) => ({ part, ring: index, corner, place: { lat, lng } })),
    ),
  )
}

export function moveCorner(area: Area, at: CornerAt, place: LatLng): Area {
  return withRing(area, at, (corners) => corners.with(at.corner, toPosition(place)))
}

/** A ring that has no three corners left goes, and a part with its outer ring. */
export function removeCorner(area: Area, at: CornerAt): Area {
  return withRing(area, at, (corners) => corners.toSpliced(at.corner, 1))
}

/** Into the edge that is nearest to the place; the first corners of all make a small triangle around it. */
export function addCorner(area: Area, place: LatLng): Area {
  const [nearest] = area
    .flatMap((polygon, part) =>
      polygon.flatMap((ring, index) =>
        edgesOf(ring).map(([from, to], edge) => ({
          part,
          ring: index,
          corner: edge,
          // As an area without a size, an edge is as far from a place as its nearest point.
          feet: feetToArea([[[from, to, from]]], place),
        })),
      ),
    )
    .toSorted((a, b) => a.feet - b.feet)
  if (nearest === undefined) return [[triangleAround(place)]]
  return withRing(area, nearest, (corners) => corners.toSpliced(nearest.corner, 0, toPosition(place)))
}

const SIDE_DEGREES = 0.05

function triangleAround({ lat, lng }: LatLng): Ring {
  const corners: Position[] = [
    [lng - SIDE_DEGREES, lat - SIDE_DEGREES],
    [lng + SIDE_DEGREES, lat - SIDE_DEGREES],
    [lng, lat + SIDE_DEGREES],
  ]
  return [...corners, corners[0]!]
}

/** Corners as `cornersOf` counts them: without the first, which is the last. */
function withRing(area: Area, at: CornerAt, change: (corners: Ring) => Ring): Area {
  return area.flatMap((polygon, part) => {
    if (part !== at.part) return [polygon]
    const rings = polygon.map((ring, index) => (index === at.ring ? closed(change(ring.slice(1))) : ring))
    if ((rings[0]?.length ?? 0) < 4) return []
    return [rings.filter((ring) => ring.length >= 4)]
  })
}

function closed(corners: Ring): Ring {
  const last = corners.at(-1)
  return last === undefined ? [] : [last, ...corners]
}

function toPosition({ lat, lng }: LatLng): Position {
  return [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]
}
