/**
 * The workers of one lane: each does one task after another, and sleeps when there is none. Short tasks are claimed
 * several at once; whoever is free does the next of them.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { LANES, type Lane } from '../tasks/lanes.ts'
import { runOutside, takeTasks } from './run-tasks.ts'
import { LEASE_MS, releaseTasks, removeTasks, type TaskRow } from './task-queries.ts'

export type OpenLane = {
  /** Says that there may be work; wakes one who sleeps, and who finds some wakes the next. False where nobody slept. */
  ring(): boolean
  /** Resolves when the tasks in hand are finished. */
  stop(): Promise<void>
}

const AFTER_TROUBLE_MS = 1_000
/** As many are claimed at once as are begun in this time. */
const MOMENT_MS = 200
/** What is claimed and not begun by then, since somebody outside is slow, is left to whoever has time. */
const GIVE_BACK_MS = 1_000
const STEP = 4
/** What turns out to be too many is given back within a second. */
const FIRST_CLAIM = 16

/** More that are done and not removed would be more to do again after a crash. */
const MOST_WAITING = 200
const REMOVE_AGAIN_MS = 500
/** After this they are let be: their lease runs out, and they are done again under their keys. */
const LONGEST_TROUBLE_MS = LEASE_MS / 2

type Removing = {
  /** Resolves at once while few wait to be removed. */
  add(row: TaskRow): Promise<void>
  /** Resolves when all are removed. */
  settle(): Promise<void>
}

type Hands = {
  readonly removing: Removing
  /** Leased to this lane, the next first. */
  held: TaskRow[]
  heldAt: number
  atMost: number
  /** The last claim found as many as it asked for. */
  isFull: boolean
  /** A claim of what comes next, made while the last of what is held is being done. */
  ahead: Promise<boolean> | null
  /** So many are tried one by one, since one of them fails. */
  alone: number
  after: string
}

/** Begins nothing while it may not. */
export function openLane(app: App, lane: Lane, mayWork: () => boolean): OpenLane {
  const sleeping: (() => void)[] = []
  const state = { isRung: false, isStopping: false }
  const hands: Hands = {
    removing: removeDone(app),
    held: [],
    heldAt: 0,
    atMost: Math.min(FIRST_CLAIM, LANES[lane].together),
    isFull: false,
    ahead: null,
    alone: 0,
    after: '',
  }
  const ring = () => {
    const wake = sleeping.shift()
    if (wake === undefined) state.isRung = true
    else wake()
    return wake !== undefined
  }
  const work = async () => {
    while (!state.isStopping) {
      const hasWorked = mayWork() && (await runOrExplain(app, lane, hands, ring))
      if (hasWorked === 'trouble') await sleep(AFTER_TROUBLE_MS)
      else if (hasWorked) ring()
      // Rung while it looked: what it did not find may be there now.
      else if (state.isRung) state.isRung = false
      else if (!state.isStopping) await new Promise<void>((wake) => sleeping.push(wake))
    }
  }
  const workers = Array.from({ length: LANES[lane].workers }, work)
  return {
    ring,
    stop: async () => {
      state.isStopping = true
      for (const wake of sleeping.splice(0)) wake()
      await Promise.all(workers)
      await hands.ahead
      await returnHeld(app, hands, hands.held)
      await hands.removing.settle()
    },
  }
}

async function runOrExplain(
  app: App,
  lane: Lane,
  hands: Hands,
  ring: () => void,
): Promise<boolean | 'trouble'> {
  try {
    const next = hands.held.shift()
    if (next === undefined) return await (hands.ahead ?? take(app, lane, hands))
    if (hands.held.length > 0) ring()
    else if (hands.ahead === null) keepPace(hands, lane, performance.now() - hands.heldAt)
    claimAhead(app, lane, hands)
    await runOutside(app, next, () => hands.removing.add(next))
    return true
  } catch (error) {
    app.log.error({ err: error, lane, code: 'task_loop' }, 'a lane could not go on')
    return 'trouble'
  }
}

/** Where more than was held seems to wait and it goes fast, nobody waits for the database between two claims. */
function claimAhead(app: App, lane: Lane, hands: Hands): void {
  const isLow = hands.held.length > 0 && hands.held.length <= hands.atMost / 2
  if (!isLow || !hands.isFull || hands.ahead !== null) return
  keepPace(hands, lane, performance.now() - hands.heldAt)
  hands.ahead = take(app, lane, hands)
    .catch((error: unknown) => {
      app.log.error({ err: error, lane, code: 'task_loop' }, 'a lane could not look ahead')
      return true
    })
    .finally(() => (hands.ahead = null))
}

/** False where nothing was due. */
async function take(app: App, lane: Lane, hands: Hands): Promise<boolean> {
  const begunAt = performance.now()
  const isAlone = hands.alone > 0
  if (isAlone) hands.alone -= 1
  const { after } = hands
  const atMost = isAlone ? 1 : hands.atMost
  const taken = await takeTasks(app, { lane, after, atMost })
  hands.isFull = taken.count === atMost && !isAlone
  hands.after = taken.after
  if (taken.failedTogether) hands.alone = taken.count
  else if (taken.leased.length > 0) {
    hands.held.push(...taken.leased)
    hands.heldAt = performance.now()
    setTimeout(() => void returnHeld(app, hands, taken.leased), GIVE_BACK_MS).unref()
  } else if (taken.count > 0) keepPace(hands, lane, performance.now() - begunAt)
  return taken.count > 0
}

function keepPace(hands: Hands, lane: Lane, tookMs: number): void {
  if (tookMs > MOMENT_MS) hands.atMost = Math.max(1, Math.floor(hands.atMost / STEP))
  else if (hands.isFull) hands.atMost = Math.min(LANES[lane].together, hands.atMost * STEP)
}

/** Those of them that are not begun. */
async function returnHeld(app: App, hands: Hands, leased: readonly TaskRow[]): Promise<void> {
  const left = hands.held.filter((row) => leased.includes(row))
  if (left.length === 0) return
  hands.held = hands.held.filter((row) => !left.includes(row))
  hands.atMost = 1
  try {
    await releaseTasks(app.db, left)
  } catch (error) {
    app.log.warn({ err: error, code: 'task_lease' }, 'what was not begun could not be given back')
  }
}

/** What is done is removed while the next is being done: many tasks in one statement. */
function removeDone(app: App): Removing {
  let waiting: TaskRow[] = []
  let removing: Promise<void> | null = null
  const removeAll = async () => {
    while (waiting.length > 0) {
      // What is done in the same moment goes together.
      await new Promise((resolve) => setImmediate(resolve))
      const rows = waiting
      waiting = []
      await removeSurely(app, rows)
    }
    removing = null
  }
  return {
    add: async (row) => {
      waiting.push(row)
      removing ??= removeAll()
      if (waiting.length > MOST_WAITING) await removing
    },
    settle: async () => {
      await removing
    },
  }
}

async function removeSurely(app: App, rows: readonly TaskRow[]): Promise<void> {
  const until = performance.now() + LONGEST_TROUBLE_MS
  for (;;) {
    try {
      return await removeTasks(app.db, rows)
    } catch (error) {
      app.log.warn(
        { err: error, count: rows.length, code: 'task_lease' },
        'what is done could not be removed',
      )
      if (performance.now() > until) return
      await sleep(REMOVE_AGAIN_MS)
    }
  }
}
