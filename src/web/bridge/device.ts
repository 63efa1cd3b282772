/**
 * The one device of this page, and what it has said so far. `device().currentLocation()` works everywhere;
 * `useDeviceState()` gives `{ isMobile, appVersion, location, photos }`.
 */
import { useSyncExternalStore } from 'react'
import { DEFAULT_APP_VERSION } from '#domain/version.ts'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { MOBILE_COOKIE, readCookie } from '#web/session/cookies.ts'
import { currentText } from '#web/text/store.ts'
import { showNotice } from '#web/ui/dialogs/notice.ts'
import { browserDevice } from './browser.ts'
import type { Device, DeviceLocation, IncomingMessage, NativePhoto } from './port.ts'

export type DeviceState = {
  readonly isMobile: boolean
  /** Seed §4: 0.0.0 until the native app tells its own. */
  readonly appVersion: string
  readonly location: DeviceLocation | null
  readonly photos: readonly NativePhoto[]
}

const listeners = new Set<() => void>()
let current: Device = browserDevice(navigator.geolocation, (sentence) => console.warn(sentence))
let state: DeviceState = { isMobile: false, appVersion: DEFAULT_APP_VERSION, location: null, photos: [] }

export function device(): Device {
  return current
}

export function useDeviceState(): DeviceState {
  return useSyncExternalStore(subscribe, () => state)
}

/** Seed §4: mobile mode is on inside the native app's web view; its bridge object or the cookie say so. */
export function isMobile(): boolean {
  return window.ReactNativeWebView !== undefined || /^(1|true)$/.test(readCookie(MOBILE_COOKIE) ?? '')
}

/** Connects to the native app if there is one; the reading of its messages is downloaded only then. */
export async function connectDevice(): Promise<void> {
  update({ isMobile: isMobile() })
  const host = window.ReactNativeWebView
  if (!host || current.isNative) return
  const { connectNative } = await loadChunk(() => import('./native.ts'))
  if (!device().isNative) current = connectNative(host, receive)
}

function receive(message: IncomingMessage): void {
  if (message.type === 'location') update({ location: message.location })
  else if (message.type === 'version') update({ appVersion: message.version })
  else if (message.type === 'nativeUploadPhoto') update({ photos: [...state.photos, message.photo] })
  else showNotice({ title: currentText().shell.locationFail })
}

function update(change: Partial<DeviceState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
