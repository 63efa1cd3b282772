import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useUser } from '#web/shell/user.ts'
import { currentQueue, openQueue, type QueueState, subscribeToQueue } from './queue/queue.ts'
import { worldOf } from './start.ts'

/** The queue of whoever is signed in, opened where it was not yet. */
export function useQueue(): QueueState {
  const client = useQueryClient()
  const userId = useUser()?.id
  useEffect(() => {
    if (userId !== undefined) void openQueue(userId, worldOf(client))
  }, [client, userId])
  return useSyncExternalStore(subscribeToQueue, currentQueue)
}
