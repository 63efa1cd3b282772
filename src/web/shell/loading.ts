/** Loading flags of the start-up, one a resource (seed §4). */
import { useSyncExternalStore } from 'react'

export type LoadingFlag =
  | 'user'
  | 'gettingJobs'
  | 'properties'
  | 'complexes'
  | 'complexGroups'
  | 'pricing'
  | 'propertyGroups'
  | 'customer'

let loading: ReadonlySet<LoadingFlag> = new Set()
const listeners = new Set<() => void>()

export function useIsLoading(flag: LoadingFlag): boolean {
  return useSyncExternalStore(subscribe, () => loading.has(flag))
}

export function isLoading(flag: LoadingFlag): boolean {
  return loading.has(flag)
}

/** Holds the flag up while the work goes on, however it ends. */
export async function whileLoading<Result>(flag: LoadingFlag, work: () => Promise<Result>): Promise<Result> {
  publish(new Set([...loading, flag]))
  try {
    return await work()
  } finally {
    publish(new Set([...loading].filter((other) => other !== flag)))
  }
}

function publish(next: ReadonlySet<LoadingFlag>): void {
  loading = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
