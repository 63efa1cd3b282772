/** What the live stream covers, while it is up, needs no polling of its own. The stream itself comes later than the first screen. */
import { useSyncExternalStore } from 'react'
import type { Contract } from '#contract/index.ts'

type CallKey = keyof Contract

/** Screens that show what the clock alone changes (late, running out) still look now and then. */
const STRETCH = 4

const state: { liveKeys: ReadonlySet<CallKey> | null; losses: number; listeners: Set<() => void> } = {
  liveKeys: null,
  losses: 0,
  listeners: new Set(),
}

/** Null where no stream is up. */
export function setLive(liveKeys: ReadonlySet<CallKey> | null): void {
  if (state.liveKeys === liveKeys) return
  state.liveKeys = liveKeys
  if (liveKeys !== null) return
  state.losses += 1
  for (const listener of state.listeners) listener()
}

/**
 * How often to look for changes, asked anew after every look: what the stream covers is only looked at now and then.
 * A stream that is lost is made up for at once; one that comes up may be noticed at the next look, so that nothing has
 * to be drawn again for it.
 */
export function usePollMs(key: CallKey, wantedMs: number | undefined): (() => number) | undefined {
  useSyncExternalStore(subscribe, lossesNow, lossesNow)
  if (wantedMs === undefined) return undefined
  return () => (state.liveKeys?.has(key) ? wantedMs * STRETCH : wantedMs)
}

function lossesNow(): number {
  return state.losses
}

function subscribe(listener: () => void): () => void {
  state.listeners.add(listener)
  return () => void state.listeners.delete(listener)
}
