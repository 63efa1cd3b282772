/** What the screens see of the queue. What changes it is brought apart from the first screen (`queue.ts`). */
import type { QueueEntry } from '#domain/offline/entry.ts'

export type QueueState = {
  readonly userId: string | null
  readonly entries: readonly QueueEntry[]
  /** The share of a photo that has left, by its entry. */
  readonly progress: ReadonlyMap<string, number>
  /** False where this browser keeps nothing beyond the page. */
  readonly isLasting: boolean
}

export const EMPTY_QUEUE: QueueState = { userId: null, entries: [], progress: new Map(), isLasting: true }

let state = EMPTY_QUEUE
const listeners = new Set<() => void>()

export function currentQueue(): QueueState {
  return state
}

export function subscribeToQueue(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setQueue(change: Partial<QueueState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}
