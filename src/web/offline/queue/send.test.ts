import { afterEach, expect, test, vi } from 'vitest'
import type { Act, QueueEntry } from '#domain/offline/entry.ts'
import { instant } from '#domain/time.ts'
import { sendEntry } from './send.ts'

const NOW = instant(1_772_467_200_000)

function entryOf(act: Act): QueueEntry {
  return {
    id: 'the-entry',
    userId: 'crew-1',
    visitId: 'v1',
    placeName: 'Elm',
    timeZone: 'UTC',
    at: NOW,
    act,
    seq: 1,
    state: 'sending',
    changedAt: NOW,
    attempts: 0,
    notBefore: NOW,
    failure: null,
    isTimeless: false,
  }
}

/** Answers what is said to every upload, and keeps its headers. */
function answerUploads(responseText: string) {
  const headers = new Headers()
  class Upload extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = 200
    readonly responseText = responseText
    withCredentials = false
    open() {}
    setRequestHeader(name: string, value: string) {
      headers.set(name, value)
    }
    send() {
      this.dispatchEvent(new Event('load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload)
  return headers
}

function answerCallsWith(said: string) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response(said))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => vi.unstubAllGlobals())

const START: Act = { kind: 'start', step: 'in_progress' }
const COMPLETE: Act = { kind: 'complete', location: null }
const PHOTO: Act = { kind: 'photo', sha256: 'a'.repeat(64), sizeBytes: 3, photoId: null }
const BYTES = new Blob(['abc'], { type: 'image/jpeg' })
const CAFE = '<h1>Welcome to our WiFi</h1>'

test.each([START, COMPLETE])(
  'a $kind travels under the key of its entry, so that it counts once',
  async (act) => {
    const fetched = answerCallsWith('{"payCents":700}')
    await sendEntry(entryOf(act), null, () => undefined)
    expect(new Headers(fetched.mock.calls[0]?.[1].headers).get('Idempotency-Key')).toBe('the-entry')
  },
)

test('a photo travels under the key of its entry, so that it counts once', async () => {
  const headers = answerUploads('{"photo":{"photoId":"p1"}}')
  expect(await sendEntry(entryOf(PHOTO), BYTES, () => undefined)).toEqual({ photoId: 'p1' })
  expect(headers.get('Idempotency-Key')).toBe('the-entry')
})

test.each([START, COMPLETE, PHOTO])('a $kind that a café’s page answered was not taken', async (act) => {
  answerCallsWith(CAFE)
  answerUploads(CAFE)
  expect(await sendEntry(entryOf(act), BYTES, () => undefined)).toMatchObject({
    failed: { status: 0, code: 'unreachable' },
  })
})
