/**
 * `showNotice({ title, body })` – a dialog with only an OK, for what must be read (a frozen account, a payment method
 * that fails, no location). Several wait in line. What it looks like is in notice-dialog.tsx.
 */
import { useSyncExternalStore } from 'react'

export type Notice = { title: string; body?: readonly string[] }

let waiting: readonly Notice[] = []
const listeners = new Set<() => void>()

export function showNotice(notice: Notice): void {
  const isThere = waiting.some(
    (other) => other.title === notice.title && other.body?.join() === notice.body?.join(),
  )
  if (!isThere) publish([...waiting, notice])
}

/** The notice to show now, for the one component that shows it. */
export function useNotice(): Notice | undefined {
  return useSyncExternalStore(subscribe, () => waiting)[0]
}

export function dismissNotice(): void {
  publish(waiting.slice(1))
}

function publish(next: readonly Notice[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
