import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserDevice } from './browser.ts'
import { isTrustedSender, readNativeMessage } from './messages.ts'
import { connectNative, type NativeDevice } from './native.ts'
import type { IncomingMessage } from './port.ts'

const now = 1_000_000

test.each([
  [
    { type: 'location', lat: 39.7, lng: -105, accuracy: 12, at: 5 },
    { type: 'location', location: { lat: 39.7, lng: -105, accuracyMeters: 12, at: 5 } },
  ],
  [
    { type: 'location', lat: 0, lng: 0 },
    { type: 'location', location: { lat: 0, lng: 0, accuracyMeters: null, at: now } },
  ],
  [{ type: 'locationFail', why: 'off' }, { type: 'locationFail' }],
  [
    { type: 'nativeUploadPhoto', visitId: 'v1', photoId: 'p1' },
    { type: 'nativeUploadPhoto', photo: { visitId: 'v1', photoId: 'p1' } },
  ],
  [
    { type: 'version', version: '2.10.3' },
    { type: 'version', version: '2.10.3' },
  ],
])('reads %j', (said, read) => {
  expect(readNativeMessage(JSON.stringify(said), now)).toEqual(read)
})

test.each([
  'not json',
  '{}',
  'null',
  '[]',
  '{"type":"reboot"}',
  '{"type":"location","lat":"39","lng":-105}',
  '{"type":"location","lat":91,"lng":0}',
  '{"type":"location","lat":1e999,"lng":0}',
  '{"type":"location","lat":1,"lng":-181}',
  '{"type":"nativeUploadPhoto"}',
  '{"type":"version","version":"<script>"}',
  `{"type":"locationFail","filler":"${'x'.repeat(70_000)}"}`,
])('ignores %.60s', (data) => {
  expect(readNativeMessage(data, now)).toBeNull()
})

test('ignores anything that is not text', () => {
  expect(readNativeMessage({ type: 'locationFail' }, now)).toBeNull()
})

test('field 40: only the native host and this very window are trusted', () => {
  const elsewhere = {} as Window
  expect(isTrustedSender({ origin: '', source: null }, window)).toBe(true)
  expect(isTrustedSender({ origin: location.origin, source: window }, window)).toBe(true)
  expect(isTrustedSender({ origin: location.origin, source: elsewhere }, window)).toBe(false)
  expect(isTrustedSender({ origin: 'https://evil.example', source: null }, window)).toBe(false)
  expect(isTrustedSender({ origin: '', source: elsewhere }, window)).toBe(false)
})

let posted: { type: string }[] = []
let received: IncomingMessage[] = []
let device: NativeDevice

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  posted = []
  received = []
  device = connectNative({ postMessage: (text) => void posted.push(JSON.parse(text)) }, (message) =>
    received.push(message),
  )
})
afterEach(() => {
  device.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function say(message: object, target: EventTarget = window): void {
  target.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
}

test('says ready until the first message, then no more', () => {
  vi.advanceTimersByTime(2_000)
  expect(posted.filter(({ type }) => type === 'ready')).toHaveLength(3)
  say({ type: 'version', version: '1.2.3' })
  vi.advanceTimersByTime(20_000)
  expect(posted.filter(({ type }) => type === 'ready')).toHaveLength(3)
})

test('gives up saying ready when nobody answers', () => {
  vi.advanceTimersByTime(60_000)
  expect(posted).toHaveLength(10)
})

test('listens to window and document, and drops the twin', () => {
  say({ type: 'version', version: '1.2.3' }, document)
  say({ type: 'version', version: '1.2.3' }, window)
  expect(received).toEqual([{ type: 'version', version: '1.2.3' }])
})

test('the same message later is no twin', () => {
  say({ type: 'locationFail' })
  vi.advanceTimersByTime(1_000)
  say({ type: 'locationFail' })
  expect(received).toHaveLength(2)
})

test('§4 native messages: what is not understood is ignored with a console warning (field 40)', () => {
  say({ type: 'selfDestruct' })
  expect(console.warn).toHaveBeenCalledOnce()
  say({ type: 'locationFail' })
  expect(received).toEqual([{ type: 'locationFail' }])
})

test('asks for a position and waits for it', async () => {
  const located = device.currentLocation()
  expect(posted.at(-1)).toEqual({ type: 'location' })
  say({ type: 'location', lat: 39.7, lng: -105, at: Date.now() })
  expect(await located).toMatchObject({ lat: 39.7, lng: -105 })
})

test('a fresh position is used again, one older than two minutes is not', async () => {
  say({ type: 'location', lat: 1, lng: 2, at: Date.now() })
  expect(await device.currentLocation()).toMatchObject({ lat: 1 })
  vi.advanceTimersByTime(2 * 60_000)
  const located = device.currentLocation()
  say({ type: 'location', lat: 3, lng: 4, at: Date.now() })
  expect(await located).toMatchObject({ lat: 3 })
})

test('field 40: a failed or missing position is null, never a wait without end', async () => {
  const failed = device.currentLocation()
  say({ type: 'locationFail' })
  expect(await failed).toBeNull()
  const silent = device.currentLocation()
  vi.advanceTimersByTime(10_000)
  expect(await silent).toBeNull()
})

test('§3 job completion: the message to the native app carries a location', () => {
  expect(device.takePhoto('v1')).toBe(true)
  device.announceCompletion('v1', null)
  expect(posted.slice(-2)).toEqual([
    { type: 'nativeUploadPhoto', visitId: 'v1' },
    { type: 'jobCompleted', visitId: 'v1', location: null },
  ])
})

test('§8 not mobile: a browser uses its own position and only warns in the console', async () => {
  const warn = vi.fn<(sentence: string) => void>()
  const found = { coords: { latitude: 39.7, longitude: -105, accuracy: 8 }, timestamp: 7 }
  const geolocation = {
    getCurrentPosition: (answer: (position: typeof found) => void) => answer(found),
  } as unknown as Geolocation
  const browser = browserDevice(geolocation, warn)
  browser.startLocation()
  expect(warn).toHaveBeenCalledWith('Not in a mobile environment.')
  expect(browser.takePhoto('v1')).toBe(false)
  expect(await browser.currentLocation()).toEqual({ lat: 39.7, lng: -105, accuracyMeters: 8, at: 7 })
  expect(await browserDevice(undefined, warn).currentLocation()).toBeNull()
})
