/** The workers of one lane: each does one task after another, and sleeps when there is none. */
import type { App } from '../app.ts'
import { LANES, type Lane } from '../tasks/lanes.ts'
import { runOneTask } from './run-tasks.ts'

export type OpenLane = {
  /** Says that there may be work; wakes one who sleeps, and who finds some wakes the next. False where nobody slept. */
  ring(): boolean
  /** Resolves when the tasks in hand are finished. */
  stop(): Promise<void>
}

const AFTER_TROUBLE_MS = 1_000

/** Begins nothing while it may not. */
export function openLane(app: App, lane: Lane, mayWork: () => boolean): OpenLane {
  const sleeping: (() => void)[] = []
  const state = { isRung: false, isStopping: false }
  const ring = () => {
    const wake = sleeping.shift()
    if (wake === undefined) state.isRung = true
    else wake()
    return wake !== undefined
  }
  const work = async () => {
    while (!state.isStopping) {
      const hasWorked = mayWork() && (await runOrExplain(app, lane))
      if (hasWorked === 'trouble') await new Promise((resolve) => setTimeout(resolve, AFTER_TROUBLE_MS))
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
    },
  }
}

function runOrExplain(app: App, lane: Lane): Promise<boolean | 'trouble'> {
  return runOneTask(app, lane).catch((error: unknown) => {
    app.log.error({ err: error, lane, code: 'task_loop' }, 'a lane could not go on')
    return 'trouble' as const
  })
}
