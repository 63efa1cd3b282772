/** Notifications on this device: allowed by the person, known to the server as long as one is signed in. */
import { call } from '#web/api.ts'

/** `ask`: could be offered; `on`: this device is notified; null: not possible here, refused, or not set up. */
export type PushState = 'ask' | 'on' | null

/** Also notifies the server again about a device that is on: its session may be a new one. */
export async function readPushState(): Promise<PushState> {
  if (!canPush() || Notification.permission === 'denied') return null
  const { key } = await call('GET /api/push-key')
  if (key === null) return null
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.getSubscription()
  if (!subscription) return 'ask'
  await save(subscription)
  return 'on'
}

/** Asks the person, then subscribes. Answers what came of it. */
export async function turnPushOn(): Promise<PushState> {
  const { key } = await call('GET /api/push-key')
  if (key === null || (await Notification.requestPermission()) !== 'granted') return null
  const registration = await navigator.serviceWorker.ready
  await save(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  return 'on'
}

export async function turnPushOff(): Promise<PushState> {
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.getSubscription()
  if (!subscription) return 'ask'
  await call('POST /api/remove-push-subscription', { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
  return 'ask'
}

function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function save(subscription: PushSubscription): Promise<void> {
  const { keys } = subscription.toJSON()
  if (!keys?.['p256dh'] || !keys['auth']) return
  await call('POST /api/save-push-subscription', {
    body: { endpoint: subscription.endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } },
  })
}
