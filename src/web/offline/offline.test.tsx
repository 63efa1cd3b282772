import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { DeviceOffers } from './device-offers.tsx'
import { isAppleTouch } from './install.ts'
import { keepInstallPrompt } from './install-prompt.ts'
import { hideFromNextPerson } from './page-return.ts'

keepInstallPrompt()
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  window.dispatchEvent(new Event('appinstalled'))
  vi.unstubAllGlobals()
})

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('the browser’s question waits until somebody wants it, and comes once', async () => {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' as const }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  await renderScreen(<DeviceOffers isWhole={false} />)
  expect(screen.queryByText(/home screen/)).toBeNull()
  await act(async () => window.dispatchEvent(event))
  expect(event.defaultPrevented).toBe(true)
  expect(prompt).not.toHaveBeenCalled()
  await press('Install')
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(screen.queryByText(/home screen/)).toBeNull()
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['Mozilla/5.0 (Linux; Android 15)', 5, false],
])('%s with %i fingers is one of Apple’s touch devices: %j', (userAgent, fingers, isApple) => {
  expect(isAppleTouch(userAgent, fingers)).toBe(isApple)
})

type Leave = Parameters<typeof hideFromNextPerson>[0]
function returned(persisted: boolean): Event {
  return Object.assign(new Event('pageshow'), { persisted })
}

test('threats W6: a page brought back after signing out is loaded afresh, else it stays', () => {
  let hasSession = true
  const reload = vi.fn<() => void>()
  const leave: Leave = {
    here: () => ({ pathname: '/jobs', search: '' }),
    hasSession: () => hasSession,
    reload,
  }
  const stop = hideFromNextPerson(leave)
  window.dispatchEvent(returned(true))
  expect(reload).not.toHaveBeenCalled()
  hasSession = false
  window.dispatchEvent(returned(false))
  expect(reload).not.toHaveBeenCalled()
  window.dispatchEvent(returned(true))
  expect(reload).toHaveBeenCalledTimes(1)
  stop()
})

function withPush(subscribed: boolean, permission: NotificationPermission = 'default') {
  const subscription = {
    endpoint: 'https://push.crew.app/1',
    toJSON: () => ({ keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: vi.fn(async () => true),
  }
  const pushManager = {
    getSubscription: async () => (subscribed ? subscription : null),
    subscribe: vi.fn(async () => subscription),
  }
  vi.stubGlobal('PushManager', vi.fn<() => void>())
  vi.stubGlobal('Notification', { permission, requestPermission: async () => 'granted' })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ pushManager }) },
  })
  return { pushManager, subscription }
}
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

const user = { type: 'Crew' as const }
const ok = { ok: true as const }

test('notifications are turned on by the person, and the server is notified', async () => {
  const { pushManager } = withPush(false)
  const { calls } = await renderScreen(<DeviceOffers isWhole />, {
    user,
    replies: { 'GET /api/push-key': { key: 'KEY' }, 'POST /api/save-push-subscription': ok },
  })
  await screen.findByText('Get notifications on this device')
  expect(pushManager.subscribe).not.toHaveBeenCalled()
  await press('Turn on')
  await screen.findByText('This device gets notifications.')
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'KEY' })
  expect(calls.at(-1)?.body).toEqual({
    endpoint: 'https://push.crew.app/1',
    keys: { p256dh: 'P', auth: 'A' },
  })
})

test('a device that is on is turned off on the account page', async () => {
  const { subscription } = withPush(true, 'granted')
  await renderScreen(<DeviceOffers isWhole />, {
    user,
    replies: {
      'GET /api/push-key': { key: 'KEY' },
      'POST /api/save-push-subscription': ok,
      'POST /api/remove-push-subscription': ok,
    },
  })
  await screen.findByText('This device gets notifications.')
  await press('Turn off')
  await screen.findByText('Get notifications on this device')
  expect(subscription.unsubscribe).toHaveBeenCalledTimes(1)
})

test('nothing is offered where nothing is set up or the person said no', async () => {
  withPush(false)
  await renderScreen(<DeviceOffers isWhole />, { user, replies: { 'GET /api/push-key': { key: null } } })
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  withPush(false, 'denied')
  const { calls } = await renderScreen(<DeviceOffers isWhole />, { user })
  expect(calls.map(({ key }) => key)).not.toContain('GET /api/push-key')
})

test('“Not now” is remembered on this device', async () => {
  withPush(false)
  const replies = { 'GET /api/push-key': { key: 'KEY' } }
  await renderScreen(<DeviceOffers isWhole={false} />, { user, replies })
  await screen.findByText('Get notifications on this device')
  await press('Not now')
  expect(screen.queryByText('Get notifications on this device')).toBeNull()
  cleanup()
  await renderScreen(<DeviceOffers isWhole={false} />, { user, replies })
  expect(screen.queryByText('Get notifications on this device')).toBeNull()
})
