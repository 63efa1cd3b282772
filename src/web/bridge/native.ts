/**
 * The device behind the native app's web view. Messages arrive on `window` (iOS) or `document` (Android), perhaps on
 * both, perhaps before we listen: we say `ready` until the first one comes, and drop the twin of a message.
 */
import { isTrustedSender, readNativeMessage } from './messages.ts'
import {
  type Device,
  type DeviceLocation,
  type IncomingMessage,
  LOCATION_MAXIMUM_AGE_MS,
  type OutgoingMessage,
} from './port.ts'

type NativeHost = { postMessage: (message: string) => void }
declare global {
  interface Window {
    ReactNativeWebView?: NativeHost
  }
}

const READY_EVERY_MS = 1_000
const READY_TRIES = 10
const LOCATION_WAIT_MS = 10_000
const TWIN_MS = 50

export type NativeDevice = Device & { stop: () => void }

export function connectNative(host: NativeHost, onMessage: (message: IncomingMessage) => void): NativeDevice {
  const post = host.postMessage.bind(host)
  const send = (message: OutgoingMessage) => post(JSON.stringify(message))
  const waiting = new Set<(location: DeviceLocation | null) => void>()
  let last: DeviceLocation | null = null
  const settle = (location: DeviceLocation | null) => {
    for (const resolve of waiting) resolve(location)
    waiting.clear()
  }

  const stopListening = listen((message) => {
    if (message.type === 'location') last = message.location
    if (message.type === 'location') settle(message.location)
    if (message.type === 'locationFail') settle(null)
    onMessage(message)
  }, send)

  return {
    isNative: true,
    stop: stopListening,
    startLocation: () => send({ type: 'location' }),
    currentLocation: (maximumAgeMs = LOCATION_MAXIMUM_AGE_MS) => {
      if (last && Date.now() - last.at < maximumAgeMs) return Promise.resolve(last)
      return new Promise((resolve) => {
        waiting.add(resolve)
        setTimeout(() => waiting.delete(resolve) && resolve(null), LOCATION_WAIT_MS)
        send({ type: 'location' })
      })
    },
    takePhoto: (visitId) => {
      send({ type: 'nativeUploadPhoto', visitId })
      return true
    },
    announceCompletion: (visitId, location) => send({ type: 'jobCompleted', visitId, location }),
  }
}

function listen(
  onMessage: (message: IncomingMessage) => void,
  send: (message: OutgoingMessage) => void,
): () => void {
  let tries = 0
  let previous: { data: unknown; at: number } = { data: '', at: 0 }
  const ready = setInterval(() => postReady(), READY_EVERY_MS)
  const postReady = () => {
    tries += 1
    if (tries > READY_TRIES) clearInterval(ready)
    else send({ type: 'ready' })
  }
  const receive = (event: Event) => {
    if (!(event instanceof MessageEvent) || !isTrustedSender(event, window)) return
    const now = Date.now()
    const message = readNativeMessage(event.data, now)
    if (!message) return console.warn('ignored a native message')
    clearInterval(ready)
    const data: unknown = event.data
    const isTwin = data === previous.data && now - previous.at < TWIN_MS
    previous = { data, at: now }
    if (!isTwin) onMessage(message)
  }
  window.addEventListener('message', receive)
  document.addEventListener('message', receive)
  postReady()
  return () => {
    clearInterval(ready)
    window.removeEventListener('message', receive)
    document.removeEventListener('message', receive)
  }
}
