/**
 * A visit in the hand of a dispatcher, by pointer or by keys: over which lane and place it is and what breaks there. It
 * lives outside of React's state, so that a frame of a drag draws the hand and nothing else.
 */
import type { RefObject } from 'react'
import { firstFreePlace } from '#domain/dispatch/board.ts'
import { driveLane } from '#domain/dispatch/lane.ts'
import { type Placement, placementOf } from '#domain/dispatch/placement.ts'
import { greatCircleDrive } from '#domain/routing/matrix.ts'
import type { Instant } from '#domain/time.ts'
import { HEAD, instantOf, NAME, ROW, type Scale } from './measures.ts'
import type { Crew, Move, ShownBoard, Visit } from './use-board.ts'

export type Target = 'tray' | { readonly crew: Crew; readonly index: number; readonly at: number } | null

export type Held = {
  readonly visit: Visit
  readonly how: 'pointer' | 'keys'
  readonly x: number
  readonly y: number
  readonly target: Target
  readonly placement: Placement | null
}

export type Hand = ReturnType<typeof createHand>

export function createHand() {
  let held: Held | null = null
  const listeners = new Set<() => void>()
  const publish = (next: Held | null) => {
    held = next
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: () => held,
    hold: publish,
    drop: () => publish(null),
  }
}

/** The lane without the visit that is in the hand. */
export function rowWithout(board: ShownBoard, crewId: string, visit: Visit): readonly Visit[] {
  return board.row(crewId, visit.date).filter(({ id }) => id !== visit.id)
}

export function placementAt(board: ShownBoard, visit: Visit, target: Target, now: Instant): Placement | null {
  if (target === null || target === 'tray') return null
  const { crew, at } = target
  const row = rowWithout(board, crew.id, visit)
  return placementOf({ crew, day: board.day(crew, visit.date), row, stop: visit, at, now }, greatCircleDrive)
}

/** Before the first stop whose middle lies behind this moment; never before what is under way. */
function placeAt(
  board: ShownBoard,
  crew: Crew,
  visit: Visit,
  at: Instant,
  middleOf: (stop: Visit) => number,
): number {
  const row = rowWithout(board, crew.id, visit)
  const behind = row.findIndex((stop) => middleOf(stop) > at)
  return Math.max(firstFreePlace(row), behind === -1 ? row.length : behind)
}

/** Null where nothing would change. */
export function moveOf(board: ShownBoard, visit: Visit, target: Target): Move | null {
  if (target === null) return null
  const from = { visitId: visit.id, fromCrewId: visit.crewId }
  if (target === 'tray')
    return visit.crewId === null ? null : { ...from, toCrewId: null, beforeVisitId: null }
  const row = rowWithout(board, target.crew.id, visit)
  const isSamePlace =
    visit.crewId === target.crew.id &&
    board.row(target.crew.id, visit.date).findIndex(({ id }) => id === visit.id) === target.at
  if (isSamePlace) return null
  return { ...from, toCrewId: target.crew.id, beforeVisitId: row[target.at]?.id ?? null }
}

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
