/** What the live stream tells of, while it is up, needs no polling of its own. The stream itself comes later than the first screen. */
import { useSyncExternalStore } from 'react'
import type { Contract } from '#contract/index.ts'

type CallKey = keyof Contract

/** Screens that show what the clock alone changes (late, running out) still look now and then. */
const STRETCH = 4

const state: { told: ReadonlySet<CallKey> | null; listeners: Set<() => void> } = {
  told: null,
  listeners: new Set(),
}

/** Null where no stream is up. */
export function setLive(told: ReadonlySet<CallKey> | null): void {
  if (state.told === told) return
  state.told = told
  for (const listener of state.listeners) listener()
}

/** How often to look for changes: what the stream tells of is only looked at now and then. */
export function usePollMs(key: CallKey, wantedMs: number | undefined): number | undefined {
  const told = useSyncExternalStore(subscribe, () => state.told)
  return wantedMs !== undefined && told?.has(key) ? wantedMs * STRETCH : wantedMs
}

function subscribe(listener: () => void): () => void {
  state.listeners.add(listener)
  return () => void state.listeners.delete(listener)
}
