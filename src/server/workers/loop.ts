/** Keeps doing background work while the server runs: at once when told by the database, else every second. */
import type { App } from '../app.ts'
import { runOneTask } from './runner.ts'
import { runDueSchedules } from './schedules.ts'

/** One task computes while the other waits for the database, and a slow letter holds nothing up. */
const LANES = 2
const IDLE_MS = 1_000
const SCHEDULES_MS = 15_000

/** Answers how to stop: the tasks in hand are finished first. */
export async function startWorking(app: App): Promise<() => Promise<void>> {
  const state = { isStopping: false, lastSchedules: 0 }
  const lanes = Array.from({ length: LANES }, () => work(app, state))
  return async () => {
    state.isStopping = true
    await Promise.all(lanes)
  }
}

async function work(app: App, state: { isStopping: boolean; lastSchedules: number }): Promise<void> {
  while (!state.isStopping) {
    const didSomething = await step(app, state).catch((error: unknown) => {
      app.log.error({ err: error, code: 'task_loop' }, 'the task loop could not go on')
      return false
    })
    if (!didSomething) await pause(state)
  }
}

async function step(app: App, state: { lastSchedules: number }): Promise<boolean> {
  const now = app.ports.clock.now()
  if (now - state.lastSchedules >= SCHEDULES_MS || now < state.lastSchedules) {
    state.lastSchedules = now
    await runDueSchedules(app)
  }
  return runOneTask(app)
}

async function pause(state: { isStopping: boolean }): Promise<void> {
  for (let waited = 0; waited < IDLE_MS && !state.isStopping; waited += 50)
    await new Promise((resolve) => setTimeout(resolve, 50))
}
