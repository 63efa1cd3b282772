import { useState, useSyncExternalStore } from 'react'
import { connectDevice, device, useDeviceState } from '#web/bridge/device.ts'
import { installNativeHost, type NativeHost, type PostedMessage } from '#web/bridge/native-host.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

let host: NativeHost | undefined
let posted: readonly PostedMessage[] = []
const listeners = new Set<() => void>()

/** Both sides of the native bridge: what the app would say on the left, what the page knows and posts on the right. */
export function NativeHostSamples() {
  const [isConnected, setConnected] = useState(host !== undefined)
  const connect = async () => {
    host = installNativeHost(window, { version: '3.1.4' })
    host.onPosted((message) => {
      posted = [...posted, message].slice(-12)
      for (const listener of listeners) listener()
    })
    await connectDevice()
    setConnected(true)
  }
  if (!isConnected)
    return (
      <Card title="Native app">
        <Button tone="primary" onClick={() => void connect()}>
          Play the native app
        </Button>
      </Card>
    )
  return (
    <>
      <AppSide />
      <PageSide />
    </>
  )
}

/** What a native app says, and what none would. */
const sayings = {
  'Here I am': () => ({ type: 'location', lat: 39.7392, lng: -104.9903, accuracy: 8, at: Date.now() }),
  'Location fails': () => ({ type: 'locationFail' }),
  'Photo taken': () => ({ type: 'nativeUploadPhoto', visitId: 'visit-1', photoId: 'photo-1' }),
  'Version 3.2.0': () => ({ type: 'version', version: '3.2.0' }),
  'Nonsense (ignored)': () => ({ type: 'location', lat: 999, lng: 'x' }),
  'Unknown (ignored)': () => ({ type: 'selfDestruct' }),
} satisfies Record<string, () => object>

function AppSide() {
  return (
    <Card title="The app says">
      <div className="flex flex-wrap gap-3">
        {Object.entries(sayings).map(([label, saying]) => (
          <Button key={label} onClick={() => host?.say(saying())}>
            {label}
          </Button>
        ))}
      </div>
    </Card>
  )
}

function PageSide() {
  const state = useDeviceState()
  const messages = useSyncExternalStore(subscribe, () => posted)
  return (
    <Card title="The page knows and posts">
      <div className="flex flex-wrap gap-3 pb-4">
        <Button onClick={() => device().startLocation()}>Start location</Button>
        <Button onClick={() => device().takePhoto('visit-1')}>Take a photo</Button>
        <Button onClick={() => device().announceCompletion('visit-1', state.location)}>Job completed</Button>
      </div>
      <pre className="overflow-x-auto text-sm">{JSON.stringify(state, null, 2)}</pre>
      <ol aria-label="Posted" className="pt-4 text-sm">
        {messages.map((message, place) => (
          // The list only grows at its end; equal messages are equal.
          <li key={`${place}${message.type}`}>{JSON.stringify(message)}</li>
        ))}
      </ol>
    </Card>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
