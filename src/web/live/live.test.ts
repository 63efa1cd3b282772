import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '#web/api.ts'
import { startLive } from './live.ts'
import { isConcerned } from './live-reads.ts'

/** A stream whose other side the test plays. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeSource[] = []
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSource.all.push(this)
  }
  close() {
    this.readyState = FakeSource.CLOSED
  }
  says(type: string, data: unknown = {}, lastEventId = '1:1:') {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }))
  }
  static get open() {
    return FakeSource.all.filter((source) => source.readyState !== FakeSource.CLOSED)
  }
}

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  FakeSource.all = []
  vi.stubGlobal('EventSource', FakeSource)
})
afterEach(() => {
  stop()
  setHidden(false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Messages between pages come by the real clock. */
const realTimeout = setTimeout
const realMoment = () => new Promise((resolve) => realTimeout(resolve, 50))

/** A page that shows these reads. */
function showing(...keys: readonly (readonly unknown[])[]) {
  const client = createQueryClient()
  const reads = keys.map((queryKey) => {
    const queryFn = vi.fn(async () => 1)
    new QueryObserver(client, { queryKey, queryFn, initialData: 0, staleTime: 60_000 }).subscribe(() => {})
    return queryFn
  })
  stop = startLive(client)
  FakeSource.open[0]?.says('open')
  return reads
}

describe('a hint', () => {
  test('reads anew what it concerns, once for several hints of a moment, and nothing else', async () => {
    const [mine, others, day, user] = showing(
      ['GET /api/visit', { query: { id: 'a' } }],
      ['GET /api/visit', { query: { id: 'b' } }],
      ['GET /api/day', {}],
      ['GET /api/user', {}],
    )
    FakeSource.open[0]!.says('message', { kind: 'visit', ids: ['a'] })
    FakeSource.open[0]!.says('message', { kind: 'visit', ids: ['a'] })
    await vi.advanceTimersByTimeAsync(300)
    expect([mine, others, day, user].map((read) => read!.mock.calls.length)).toEqual([1, 0, 1, 0])
  })

  test('is read as it is now, and not from a replica that may not have it yet', async () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    const [month] = showing(['POST /api/get-portfolio-month', {}])
    month!.mockImplementation(async () => {
      expect(written).toHaveBeenCalledWith(expect.stringMatching(/^crew_fresh=1; Path=\/; Max-Age=4;/))
      return 2
    })
    expect(written).not.toHaveBeenCalled()
    FakeSource.open[0]!.says('message', { kind: 'visit', ids: ['a'] })
    await vi.advanceTimersByTimeAsync(300)
    expect(month).toHaveBeenCalledTimes(1)
    await expect(month!.mock.results[0]!.value).resolves.toBe(2)
    written.mockRestore()
  })

  test('that names nothing waits longer than one that does, so that not everybody reads at once', async () => {
    const [day] = showing(['GET /api/day', {}])
    vi.spyOn(Math, 'random').mockReturnValue(0.9)
    FakeSource.open[0]!.says('message', { kind: 'visit', ids: [] })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(day).not.toHaveBeenCalled()
    FakeSource.open[0]!.says('message', { kind: 'visit', ids: ['a'] })
    await vi.advanceTimersByTimeAsync(300)
    expect(day).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['visit', [], true],
    ['visit', ['a'], true],
    ['visit', ['b'], false],
    ['payment', ['p'], false],
  ] as const)('of %s %j concerns the page of visit a: %s', (kind, ids, isConcernedBy) => {
    expect(isConcerned(['GET /api/visit', { query: { id: 'a' } }], { kind, ids })).toBe(isConcernedBy)
  })

  test('of open work reads what a crew could take, once and somewhere in the next seconds', async () => {
    const [routes, complexes, assigned] = showing(
      ['POST /api/get-job-routes', {}],
      ['POST /api/get-open-complexes', { body: {} }],
      ['POST /api/get-assignments', {}],
    )
    const counts = () => [routes, complexes, assigned].map((read) => read!.mock.calls.length)
    for (let count = 0; count < 3; count++)
      FakeSource.open[0]!.says('message', { kind: 'open_work', ids: [] })
    await vi.advanceTimersByTimeAsync(299)
    expect(counts()).toEqual([0, 0, 0])
    await vi.advanceTimersByTimeAsync(2_100)
    expect(counts()).toEqual([1, 1, 0])
  })

  test('leaves a very long list until somebody opens it again', async () => {
    const client = createQueryClient()
    const queryKey = ['GET /api/properties', {}]
    const queryFn = vi.fn(async () => Array.from({ length: 501 }, () => ({})))
    const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 })
    const leave = observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(10)
    stop = startLive(client)
    FakeSource.open[0]!.says('message', { kind: 'visit', ids: ['a'] })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(queryFn).toHaveBeenCalledTimes(1)
    leave()
    observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(10)
    expect(queryFn).toHaveBeenCalledTimes(2)
    FakeSource.open[0]!.says('resync')
    await vi.advanceTimersByTimeAsync(6_000)
    expect(queryFn).toHaveBeenCalledTimes(3)
  })
})

test('hints that were lost read everything of the person anew', async () => {
  const [user, config] = showing(['GET /api/user', {}], ['GET /api/config', {}])
  FakeSource.open[0]!.says('resync')
  await vi.advanceTimersByTimeAsync(6_000)
  expect([user!.mock.calls.length, config!.mock.calls.length]).toEqual([1, 0])
})

describe('the stream', () => {
  test('asks for what changed since the page began to be read', () => {
    showing()
    expect(FakeSource.open.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/api\/events\?ago=\d+$/)])
  })

  test('that falls silent is opened anew where it was read last', async () => {
    showing()
    FakeSource.open[0]!.says('beat', {}, '5:9:7')
    await vi.advanceTimersByTimeAsync(59_000)
    expect(FakeSource.all).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(FakeSource.open.map(({ url }) => url)).toEqual(['/api/events?after=5%3A9%3A7'])
  })

  test('that is refused is tried again after a minute', async () => {
    showing()
    FakeSource.all[0]!.readyState = FakeSource.CLOSED
    FakeSource.all[0]!.says('error')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(FakeSource.open).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(FakeSource.open).toHaveLength(1)
  })

  test('rests while the page is hidden for long, and comes back with everything read anew', async () => {
    const [day] = showing(['GET /api/day', {}])
    setHidden(true)
    await vi.advanceTimersByTimeAsync(4 * 60_000)
    FakeSource.open[0]?.says('beat')
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    expect(FakeSource.open).toHaveLength(0)
    setHidden(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(FakeSource.open).toHaveLength(1)
    expect(day).toHaveBeenCalledTimes(1)
  })

  test('of one page passes another what was received while that one was read, and nothing older', async () => {
    const received: unknown[] = []
    const other = new BroadcastChannel('crew-live')
    onTestFinished(() => other.close())
    other.addEventListener('message', ({ data }) => received.push(data))
    showing()
    FakeSource.open[0]!.says('message', { kind: 'visit', ids: ['older'] }, '1:1:')
    await vi.advanceTimersByTimeAsync(5_000)
    FakeSource.open[0]!.says('message', { kind: 'visit', ids: ['missed'] }, '2:2:')
    await realMoment()
    received.splice(0)
    other.postMessage({ asksForMs: 3_000 })
    await realMoment()
    expect(received).toEqual([{ hint: { kind: 'visit', ids: ['missed'] } }, { isUp: true, cursor: '2:2:' }])
    received.splice(0)
    other.postMessage({ asksForMs: 70_000 })
    await realMoment()
    expect(received[0]).toEqual({ isLost: true })
  })

  test('ends with signing out', () => {
    showing()
    stop()
    expect(FakeSource.open).toHaveLength(0)
  })
})
