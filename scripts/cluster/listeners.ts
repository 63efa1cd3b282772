/** Browsers that stay open: each begins again where its stream broke, at whatever server. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fieldsIn } from '#contract/outside.ts'
import { RESYNC_EVENT } from '#contract/live.ts'
import { type EventStream, openEventStream } from '#testing/event-stream.ts'
import type { Person } from './caller.ts'

export type Listeners = {
  readonly counts: { begunAgain: number; resyncs: number }
  /** Of these things those of which nobody received, though everybody listened. */
  unheard(ids: Iterable<string>): string[]
  close(): void
}

const PAUSE_MS = 500
/** For who has no place to go on from. */
const AGO_SECONDS = 60

export function openListeners(origin: string, people: readonly Person[]): Listeners {
  const counts = { begunAgain: 0, resyncs: 0 }
  const received = new Set<string>()
  const state: { isOver: boolean; streams: Set<EventStream> } = { isOver: false, streams: new Set() }
  const take = ({ events }: EventStream) => {
    for (const { event, data } of events.splice(0)) {
      if (event === RESYNC_EVENT) counts.resyncs += 1
      const { ids } = fieldsIn(data)
      if (Array.isArray(ids)) for (const id of ids) received.add(String(id))
    }
  }
  const listen = async ({ cookie }: Person) => {
    let lastId = ''
    while (!state.isOver) {
      const stream = await openStream(origin, cookie, lastId).catch(() => null)
      if (stream?.status === 200) {
        state.streams.add(stream)
        const taking = setInterval(() => take(stream), PAUSE_MS)
        await stream.ended
        clearInterval(taking)
        take(stream)
        lastId = stream.lastId() || lastId
        state.streams.delete(stream)
      } else stream?.close()
      if (state.isOver) return
      counts.begunAgain += 1
      await sleep(PAUSE_MS)
    }
  }
  for (const person of people) void listen(person)
  return {
    counts,
    unheard: (ids) => [...ids].filter((id) => !received.has(id)),
    close: () => {
      state.isOver = true
      for (const stream of state.streams) {
        take(stream)
        stream.close()
      }
    },
  }
}

function openStream(origin: string, cookie: string, lastId: string): Promise<EventStream> {
  const cookies = new Map(
    cookie
      .split('; ')
      .map((pair): [string, string] => [pair.split('=')[0]!, pair.slice(pair.indexOf('=') + 1)]),
  )
  const isFirst = lastId === ''
  return openEventStream(`${origin}/api/events${isFirst ? `?ago=${AGO_SECONDS}` : ''}`, {
    cookies,
    ...(isFirst ? {} : { lastId }),
  })
}
