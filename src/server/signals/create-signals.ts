/**
 * What the database says to a process when somebody commits: that there are hints (`crew_live`), that there is work
 * (`crew_task`). A signal is only a hurry: whoever listens also looks from time to time, and more often while the
 * connection is away.
 */
import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { type Channel, listen } from './listen.ts'

export type Signals = {
  /** Also calls, with no word, after every connecting. Answers how to stop; who stops last ends the connection. */
  subscribe(channel: Channel, onSignal: (word: string) => void): () => Promise<void>
  isConnected(): boolean
}

type Subscriber = { readonly channel: Channel; readonly onSignal: (word: string) => void }

/** Connects with the first subscriber. The address must be PostgreSQL's own: behind a transaction pooler no signal arrives. */
export function createSignals(connection: PoolConfig, log: Logger): Signals {
  const subscribers = new Set<Subscriber>()
  const state: { isConnected: boolean; stop: (() => Promise<void>) | null } = {
    isConnected: false,
    stop: null,
  }
  const start = () =>
    listen(connection, log, {
      onSignal: (channel, word) => {
        for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onSignal(word)
      },
      onConnected: () => {
        state.isConnected = true
        for (const { onSignal } of subscribers) onSignal('')
      },
      onLost: () => {
        state.isConnected = false
      },
    })
  return {
    isConnected: () => state.isConnected,
    subscribe: (channel, onSignal) => {
      const subscriber = { channel, onSignal }
      subscribers.add(subscriber)
      state.stop ??= start()
      return async () => {
        if (!subscribers.delete(subscriber) || subscribers.size > 0) return
        const { stop } = state
        state.stop = null
        state.isConnected = false
        await stop?.()
      }
    },
  }
}
