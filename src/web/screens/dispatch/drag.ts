/**
 * A visit in the hand of a dispatcher, by pointer or by keys: over which lane and place it is and what breaks there. It
 * lives outside of React's state, so that a frame of a drag draws the hand and nothing else.
 */
import { firstFreePlace } from '#domain/dispatch/board.ts'
import { type Placement, placementOf } from '#domain/dispatch/placement.ts'
import { greatCircleDrive } from '#domain/routing/matrix.ts'
import type { Instant } from '#domain/time.ts'
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
export function placeAt(
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
