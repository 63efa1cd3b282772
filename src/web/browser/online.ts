/** Whether there is a connection: the device says so, and the last call had an answer. */
import { useSyncExternalStore } from 'react'
import { isAnswered, noteAnswer, subscribeToAnswers } from '#web/reach.ts'

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine && isAnswered())
}

// Said anew: the next call shows whether it is true.
window.addEventListener('online', () => noteAnswer(true))

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  const stop = subscribeToAnswers(listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
    stop()
  }
}
