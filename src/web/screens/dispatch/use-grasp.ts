/** Taking a visit into the hand and putting it down: by pointer over the time-line, or by keys from any stop. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import { firstFreePlace } from '#domain/dispatch/board.ts'
import { isMovable } from '#domain/dispatch/handing.ts'
import type { VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Hand, keepInSight, moveOf, placementAt, rowWithout, type Target, targetUnder } from './drag.ts'
import type { Scale } from './measures.ts'
import type { Move, ShownBoard, Visit } from './use-board.ts'

export type GraspInput = {
  hand: Hand
  board: ShownBoard
  scale: Scale
  now: Instant
  scroller: RefObject<HTMLElement | null>
  tray: RefObject<HTMLDivElement | null>
  /** Without it a visit is looked at and never taken into the hand. */
  canMove: boolean
  onHold: (id: VisitId | undefined) => void
  onChoose: (id: VisitId) => void
  onMove: (move: Move) => void
  /** It was let go where it may not be, with the reason. */
  onRefuse: (visit: Visit, target: Target) => void
}

export type Grasp = {
  readonly handlers: (visit: Visit) => {
    onPointerDown: (event: PointerEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
    onClick: () => void
    onFocus: () => void
  }
}

/** A click moves a little, too. */
const DRAG_FROM = 4

export function useGrasp(input: GraspInput): Grasp {
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })
  return useMemo(() => {
    const read = () => latest.current
    return {
      handlers: (visit) => ({
        onPointerDown: (event) => startDrag(read, visit, event),
        onKeyDown: (event) => pressKey(read, visit, event),
        onClick: () => read().onChoose(visit.id),
        onFocus: () => read().onChoose(visit.id),
      }),
    }
  }, [])
}

type Read = () => GraspInput

function hold(
  read: Read,
  visit: Visit,
  how: 'pointer' | 'keys',
  at: { x: number; y: number },
  target: Target,
): void {
  const { hand, board, now } = read()
  hand.hold({ visit, how, ...at, target, placement: placementAt(board, visit, target, now) })
}

function putDown(read: Read): void {
  const { hand, board, onHold, onMove, onRefuse } = read()
  const held = hand.read()
  hand.drop()
  onHold(undefined)
  if (held === null) return
  const move = moveOf(board, held.visit, held.target)
  if (move === null) return
  if (held.placement?.isForbidden) return onRefuse(held.visit, held.target)
  onMove(move)
}

function dropNothing(read: Read): void {
  read().hand.drop()
  read().onHold(undefined)
}

function canTake(read: Read, visit: Visit): boolean {
  const { canMove, now } = read()
  return canMove && isMovable({ ...visit, endsAt: visit.closesAt }, now)
}

/** One drawing a frame, however often the pointer reports. */
function startDrag(read: Read, visit: Visit, start: PointerEvent): void {
  if (start.button !== 0 || start.pointerType === 'touch') return
  if (!canTake(read, visit)) return
  let at = { x: start.clientX, y: start.clientY }
  let frame = 0
  let isInHand = false
  const draw = () => {
    frame = requestAnimationFrame(draw)
    const { scroller } = read()
    keepInSight(scroller.current, at)
    hold(read, visit, 'pointer', at, targetUnder(read(), visit, at))
  }
  const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
    at = { x: clientX, y: clientY }
    if (isInHand || Math.hypot(clientX - start.clientX, clientY - start.clientY) < DRAG_FROM) return
    isInHand = true
    read().onHold(visit.id)
    draw()
  }
  const end = (event: Event) => {
    cancelAnimationFrame(frame)
    for (const name of ['pointerup', 'pointercancel', 'blur']) window.removeEventListener(name, end)
    window.removeEventListener('pointermove', move)
    window.removeEventListener('keydown', escape, true)
    if (!isInHand) return
    if (event.type !== 'pointerup') return dropNothing(read)
    hold(read, visit, 'pointer', at, targetUnder(read(), visit, at))
    putDown(read)
  }
  const escape = (event: globalThis.KeyboardEvent) => {
    if (event.key === 'Escape') end(event)
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('keydown', escape, true)
  for (const name of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(name, end)
}

const WAYS: Readonly<Record<string, { readonly lane: number; readonly place: number }>> = {
  ArrowUp: { lane: -1, place: 0 },
  ArrowDown: { lane: 1, place: 0 },
  ArrowLeft: { lane: 0, place: -1 },
  ArrowRight: { lane: 0, place: 1 },
}

function pressKey(read: Read, visit: Visit, event: KeyboardEvent): void {
  const { hand, board } = read()
  const held = hand.read()
  const isOwn = held?.how === 'keys' && held.visit.id === visit.id
  const way = WAYS[event.key]
  if (event.key === 'Enter' || event.key === ' ') {
    if (isOwn) {
      putDown(read)
      focusStop(read, visit.id)
    } else pickUp(read, visit)
  } else if (isOwn && (event.key === 'Escape' || event.key === 'Tab')) dropNothing(read)
  else if (isOwn && event.key === 'Delete') carry(read, visit, 'tray')
  else if (isOwn && way) carry(read, visit, stepped(board, visit, held.target, way))
  else if (way) return walk(read, visit, way, event)
  else return
  if (event.key !== 'Tab') event.preventDefault()
}

function pickUp(read: Read, visit: Visit): void {
  const { board, onHold, onChoose } = read()
  if (!canTake(read, visit)) return onChoose(visit.id)
  const index = board.crews.findIndex(({ id }) => id === visit.crewId)
  const crew = board.crews[index]
  onHold(visit.id)
  const at = crew === undefined ? 0 : board.row(crew.id, visit.date).findIndex(({ id }) => id === visit.id)
  carry(read, visit, crew === undefined ? 'tray' : { crew, index, at })
}

/** Over the first lane lies the tray. */
function stepped(
  board: ShownBoard,
  visit: Visit,
  target: Target,
  way: { readonly lane: number; readonly place: number },
): Target {
  const from = target === null || target === 'tray' ? { index: -1, at: Number.MAX_SAFE_INTEGER } : target
  const index = Math.min(board.crews.length - 1, from.index + way.lane)
  const crew = board.crews[index]
  if (crew === undefined) return 'tray'
  const row = rowWithout(board, crew.id, visit)
  const at = Math.min(row.length, Math.max(firstFreePlace(row), from.at + way.place))
  return { crew, index, at }
}

function carry(read: Read, visit: Visit, target: Target): void {
  const { scroller } = read()
  const element = scroller.current
  if (element !== null && target !== null && target !== 'tray') showLane(element, target.index)
  const box = element?.getBoundingClientRect()
  hold(read, visit, 'keys', { x: (box?.left ?? 0) + 240, y: (box?.top ?? 0) + 60 }, target)
}

export function showLane(element: HTMLElement, index: number): void {
  const row = element.querySelector('.dispatch-head')
  const [head, tall] = [row?.clientHeight ?? 0, 44]
  const top = index * tall
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + tall + head > element.scrollTop + element.clientHeight)
    element.scrollTop = top + tall + head - element.clientHeight
}

/** Along a lane, and to the stop of the next lane that has any. */
function walk(
  read: Read,
  visit: Visit,
  way: { readonly lane: number; readonly place: number },
  event: KeyboardEvent,
): void {
  const { board } = read()
  if (visit.crewId === null) {
    const next = board.open[board.open.findIndex(({ id }) => id === visit.id) + way.lane]
    if (next !== undefined) focusStop(read, next.id, event)
    return
  }
  const row = board.row(visit.crewId, visit.date)
  if (way.place !== 0) {
    const next = row[row.findIndex(({ id }) => id === visit.id) + way.place]
    if (next !== undefined) focusStop(read, next.id, event)
    return
  }
  const from = board.crews.findIndex(({ id }) => id === visit.crewId)
  for (let index = from + way.lane; index >= 0 && index < board.crews.length; index += way.lane) {
    const stops = board.row(board.crews[index]!.id, visit.date)
    const next = stops.toSorted((a, b) => apart(a, visit) - apart(b, visit))[0]
    if (next === undefined) continue
    const element = read().scroller.current
    if (element !== null) showLane(element, index)
    return focusStop(read, next.id, event)
  }
}

function apart(one: Visit, other: Visit): number {
  return Math.abs(one.opensAt - other.opensAt)
}

/** Once the lanes are drawn again. */
function focusStop(read: Read, id: VisitId, event?: KeyboardEvent): void {
  event?.preventDefault()
  read().onChoose(id)
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(`stop-${id}`)?.focus()))
}
