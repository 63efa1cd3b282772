/** Over what a pointer is that holds a visit. */

import type { RefObject } from 'react'
import { driveLane } from '#domain/dispatch/lane.ts'
import { greatCircleDrive } from '#domain/routing/matrix.ts'
import type { Instant } from '#domain/time.ts'
import { placeAt, rowWithout, type Target } from './drag.ts'
import { HEAD, instantOf, NAME, ROW, type Scale } from './measures.ts'
import type { ShownBoard, Visit } from './use-board.ts'

type Sheet = {
  board: ShownBoard
  scale: Scale
  now: Instant
  scroller: RefObject<HTMLElement | null>
  tray: RefObject<HTMLElement | null>
}
type Point = { readonly x: number; readonly y: number }

export function targetUnder(
  { board, scale, now, scroller, tray }: Sheet,
  visit: Visit,
  { x, y }: Point,
): Target {
  if (isInside(tray.current, { x, y })) return 'tray'
  const element = scroller.current
  if (element === null || !isInside(element, { x, y })) return null
  const box = element.getBoundingClientRect()
  const index = Math.floor((y - box.top + element.scrollTop - HEAD) / ROW)
  const crew = board.crews[index]
  if (crew === undefined || y - box.top < HEAD) return null
  const row = rowWithout(board, crew.id, visit)
  const { stops } = driveLane(board.day(crew, visit.date), row, greatCircleDrive, now)
  const middles = new Map(stops.map((stop) => [stop.id, (stop.beginsAt + stop.endsAt) / 2]))
  const moment = instantOf(scale, x - box.left + element.scrollLeft - NAME)
  return { crew, index, at: placeAt(board, crew, visit, moment, ({ id }) => middles.get(id) ?? 0) }
}

function isInside(element: HTMLElement | null, { x, y }: Point): boolean {
  if (element === null) return false
  const box = element.getBoundingClientRect()
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom
}

const EDGE = 48
const FASTEST = 14

/** At an edge of the time-line it moves on by itself. */
export function keepInSight(element: HTMLElement | null, { x, y }: Point): void {
  if (element === null || !isInside(element, { x, y })) return
  const box = element.getBoundingClientRect()
  const pull = (before: number, after: number) =>
    before < EDGE ? -FASTEST * (1 - before / EDGE) : after < EDGE ? FASTEST * (1 - after / EDGE) : 0
  const [left, top] = [pull(x - box.left - NAME, box.right - x), pull(y - box.top - HEAD, box.bottom - y)]
  if (left !== 0 || top !== 0) element.scrollBy(left, top)
}
