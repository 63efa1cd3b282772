/** A reader of server-sent events as a browser reads them: fields, dispatch, the last id, and no reconnecting. */
import { get } from 'node:http'

type SentEvent = { readonly event: string; readonly data: unknown; readonly id: string }
export type EventStream = {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly events: SentEvent[]
  /** Also moved by messages that dispatch nothing. */
  lastId(): string
  /** Resolves once so many events came in all; rejects after 5 s. */
  untilCount(count: number): Promise<SentEvent[]>
  /** The first hint of this kind, whatever else came; rejects after 5 s. */
  untilKind(kind: string): Promise<SentEvent>
  /** Resolves when the other side ended it. */
  readonly ended: Promise<void>
  close(): void
}

export function openEventStream(
  url: string,
  { cookies, lastId }: { cookies: ReadonlyMap<string, string>; lastId?: string },
): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) }
    const request = get(url, { headers, agent: false }, (response) => {
      const events: SentEvent[] = []
      const parser = createParser((event) => events.push(event))
      response.setEncoding('utf8')
      response.on('data', parser.take)
      const ended = new Promise<void>((done) => response.once('close', done))
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        lastId: parser.lastId,
        untilCount: (count) => untilCount(events, count),
        untilKind: (kind) => untilKind(events, kind),
        ended,
        close: () => request.destroy(),
      })
    })
    request.on('error', reject)
  })
}

/** Streams of `GET /api/events` at this origin, all closed again by `closeAll`. */
export function eventStreams(origin: () => string) {
  const opened: EventStream[] = []
  return {
    listenAs: async (
      { cookies }: { readonly cookies: ReadonlyMap<string, string> },
      lastId?: string,
      query = '',
    ): Promise<EventStream> => {
      const url = `${origin()}/api/events${query}`
      const stream = await openEventStream(url, { cookies, ...(lastId === undefined ? {} : { lastId }) })
      opened.push(stream)
      return stream
    },
    closeAll: () => {
      for (const stream of opened.splice(0)) stream.close()
    },
  }
}

function createParser(dispatch: (event: SentEvent) => void) {
  const state = { text: '', event: '', data: '', id: '' }
  const takeLine = (line: string) => {
    if (line === '') {
      if (state.data !== '')
        dispatch({ event: state.event || 'message', data: JSON.parse(state.data), id: state.id })
      state.event = ''
      state.data = ''
      return
    }
    const [, field, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
    if (field === 'event' || field === 'data' || field === 'id') state[field] = value!
  }
  return {
    take: (chunk: string) => {
      const lines = (state.text + chunk).split('\n')
      state.text = lines.pop()!
      for (const line of lines) takeLine(line)
    },
    lastId: () => state.id,
  }
}

async function untilCount(events: readonly SentEvent[], count: number): Promise<SentEvent[]> {
  const until = Date.now() + 5_000
  while (events.length < count) {
    if (Date.now() > until) throw new Error(`only ${events.length} of ${count} events came`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return [...events]
}

async function untilKind(events: readonly SentEvent[], kind: string): Promise<SentEvent> {
  for (let count = 1; ; count += 1) {
    const last = (await untilCount(events, count))[count - 1]!
    if ((last.data as { kind?: string }).kind === kind) return last
  }
}
