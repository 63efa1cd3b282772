/** When large things may come that nobody asked for by a touch. */
import { whenIdle } from './when-idle.ts'

/**
 * After the start-up's own reads (seed §9: 500 ms) and the first look: somebody who opened the page reads it now, and
 * every file that is asked for costs a slow phone some 10 ms in which it does not scroll.
 */
const CALM_AFTER_MS = 7_000

/** Does the work once the page has been open for a while, and has nothing better to do. Answers how to call it off. */
export function whenCalm(work: () => void): () => void {
  const state = { stop: () => {} }
  const timer = setTimeout(
    () => {
      state.stop = whenIdle(work)
    },
    Math.max(0, CALM_AFTER_MS - performance.now()),
  )
  return () => {
    clearTimeout(timer)
    state.stop()
  }
}
