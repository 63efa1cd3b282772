/** What stands in for React's own where pages are drawn without a browser: there the store says what it says anywhere. */
import { useSyncExternalStore as useStore } from 'react'

export function useSyncExternalStore<Snapshot>(
  subscribe: (listener: () => void) => () => void,
  read: () => Snapshot,
  readWithoutBrowser: () => Snapshot = read,
): Snapshot {
  return useStore(subscribe, read, readWithoutBrowser)
}
