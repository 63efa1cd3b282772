import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useUser } from '#web/session/user.ts'
import { currentQueue, type QueueState, subscribeToQueue } from './queue/state.ts'

/** The queue of whoever is signed in, opened where it was not yet. */
export function useQueue(): QueueState {
  const client = useQueryClient()
  const userId = useUser()?.id
  useEffect(() => {
    if (userId === undefined) return
    // In a task of its own: what is drawn first must not wait for it. Without it the screens show what the server says,
    // and what is done is said not to be kept.
    const timer = setTimeout(() => {
      import('./start.ts').then(({ openFor }) => openFor(client, userId)).catch(() => undefined)
    })
    return () => clearTimeout(timer)
  }, [client, userId])
  return useSyncExternalStore(subscribeToQueue, currentQueue)
}
