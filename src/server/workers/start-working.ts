/**
 * Keeps doing background work while the server runs. Who commits work says so and it begins at once; besides, the
 * server looks by itself: for work whose time comes, for schedules, and more often where it cannot be notified.
 */
import type { App } from '../app.ts'
import { type ClockWatch, UNWATCHED } from '../clock-watch/watch-clock.ts'
import type { Signals } from '../signals/create-signals.ts'
import { LANE_NAMES } from '../tasks/lanes.ts'
import { nextByLane } from '../tasks/queries.ts'
import { openLane } from './open-lane.ts'
import { planTooFarAgain, runDueSchedules } from './run-schedules.ts'

const LOOK_MS = 1_000
const LOOK_WITHOUT_SIGNALS_MS = 40
/** Work that waited so long beside somebody who slept: its signal did not arrive, as behind a pooler. */
const MISSED_SIGNAL_MS = 250
const UNSIGNALLED_MS = 60_000
const SOONEST_LOOK_MS = 20
const SCHEDULES_MS = 15_000

/** Answers how to stop: the tasks in hand are finished first. Without `signals` it looks often. */
export function startWorking(
  app: App,
  signals: Signals | null,
  watch: ClockWatch = UNWATCHED,
): () => Promise<void> {
  const lanes = new Map(LANE_NAMES.map((name) => [name, openLane(app, name, () => watch.isSound())]))
  const unsubscribe = signals?.subscribe('crew_task', (word) => {
    for (const [name, lane] of lanes) if (word === '' || word === name) lane.ring()
  })
  let unsignalledUntil = 0
  const look = async () => {
    const now = app.ports.clock.now()
    let untilNext = LOOK_MS
    for (const [lane, at] of await nextByLane(app.db)) {
      if (at <= now) {
        const hasSlept = lanes.get(lane)?.ring() ?? false
        if (hasSlept && now - at > MISSED_SIGNAL_MS) unsignalledUntil = now + UNSIGNALLED_MS
      } else untilNext = Math.min(untilNext, at - now)
    }
    const isSignalled = signals?.isConnected() && now >= unsignalledUntil
    return Math.max(SOONEST_LOOK_MS, Math.min(untilNext, isSignalled ? LOOK_MS : LOOK_WITHOUT_SIGNALS_MS))
  }
  const stopLooking = repeat(app, look)
  const stopSchedules = repeat(app, async () => {
    const wasSound = watch.isSound()
    if (!(await watch.look())) return SCHEDULES_MS
    if (!wasSound) await planTooFarAgain(app)
    await runDueSchedules(app)
    return SCHEDULES_MS
  })
  return async () => {
    await Promise.all([unsubscribe?.(), stopLooking(), stopSchedules()])
    await Promise.all([...lanes.values()].map((lane) => lane.stop()))
  }
}

/** Does it again and again; it answers how long to rest. Answers how to stop. */
function repeat(app: App, act: () => Promise<number>): () => Promise<void> {
  const rest = { isStopped: false, end: () => {} }
  const running = (async () => {
    while (!rest.isStopped) {
      const restMs = await act().catch((error: unknown) => {
        app.log.error({ err: error, code: 'task_loop' }, 'the task loop could not go on')
        return LOOK_MS
      })
      if (rest.isStopped) break
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, restMs)
        rest.end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })()
  return async () => {
    rest.isStopped = true
    rest.end()
    await running
  }
}
