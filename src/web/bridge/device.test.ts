import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearCookie, MOBILE_COOKIE, writeCookie } from '#web/session/cookies.ts'
import { installNativeHost, type NativeHost } from './native-host.ts'

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  delete window.ReactNativeWebView
  clearCookie(MOBILE_COOKIE)
  vi.restoreAllMocks()
})

async function openDevice() {
  const bridge = await import('./device.ts')
  const { useNotice } = await import('#web/ui/dialogs/notice.ts')
  const { setLanguage } = await import('#web/text/store.ts')
  await setLanguage('en', { remember: false })
  const state = renderHook(() => bridge.useDeviceState()).result
  const notice = renderHook(() => useNotice()).result
  return { ...bridge, state, notice }
}

async function openInApp() {
  const host: NativeHost = installNativeHost(window)
  const page = await openDevice()
  await act(page.connectDevice)
  return { ...page, say: (message: object) => act(() => host.say(message)), host }
}

test('§4 mobile mode: it is on inside the native app’s web view, and by its cookie', async () => {
  const { isMobile } = await openDevice()
  expect(isMobile()).toBe(false)
  writeCookie(MOBILE_COOKIE, '0')
  expect(isMobile()).toBe(false)
  writeCookie(MOBILE_COOKIE, 'true')
  expect(isMobile()).toBe(true)
  clearCookie(MOBILE_COOKIE)
  installNativeHost(window)
  expect(isMobile()).toBe(true)
})

test('§4 app version: it is 0.0.0 until the native app tells its own, which is stored', async () => {
  const { state, say } = await openInApp()
  expect(state.current.appVersion).toBe('0.0.0')
  say({ type: 'version', version: '2.10.3' })
  expect(state.current.appVersion).toBe('2.10.3')
})

test('§4 native location: it is stored', async () => {
  const { state, say } = await openInApp()
  expect(state.current.location).toBeNull()
  say({ type: 'location', lat: 39.7, lng: -105, at: Date.now() })
  expect(state.current.location).toMatchObject({ lat: 39.7, lng: -105 })
})

test('§4 native photo: its result is stored', async () => {
  const { state, say } = await openInApp()
  say({ type: 'nativeUploadPhoto', visitId: 'v1', photoId: 'p1' })
  say({ type: 'nativeUploadPhoto', visitId: 'v2', photoId: 'p2' })
  expect(state.current.photos).toEqual([
    { visitId: 'v1', photoId: 'p1' },
    { visitId: 'v2', photoId: 'p2' },
  ])
})

test('§8 location failure: the alert has the exact text (field 40)', async () => {
  const { notice, say } = await openInApp()
  say({ type: 'locationFail' })
  expect(notice.current?.title).toBe(
    'Unable to include location when completing a job. Please enable location services in device settings.',
  )
})

test('B2: a flood, wrong shapes and prototype keys change nothing and the page stays alive', async () => {
  const { state, say, host } = await openInApp()
  const before = state.current
  for (let count = 0; count < 10_000; count += 1) host.say({ type: 'location', lat: 999, lng: count })
  host.postText('{"__proto__":{"type":"locationFail"}}')
  host.postText('{"type":"version","version":"1.2.3","__proto__":{"polluted":true}}'.slice(0, 30))
  host.postText('x'.repeat(10_000_000))
  expect(state.current).toBe(before)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  say({ type: 'version', version: '1.0.0' })
  expect(state.current.appVersion).toBe('1.0.0')
})

test('B3: the cookie set by hand in a browser gives no powers, only a warning', async () => {
  writeCookie(MOBILE_COOKIE, '1')
  const { connectDevice, device } = await openDevice()
  await connectDevice()
  device().startLocation()
  expect(device().isNative).toBe(false)
  expect(console.warn).toHaveBeenCalledWith('Not in a mobile environment.')
})
