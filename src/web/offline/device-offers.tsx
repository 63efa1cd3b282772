/** Calm offers on the home and account pages: the app on the home screen, notifications on this device. Said no to, they stay away. */
import { useEffect, useState } from 'react'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { askToInstall, useInstallWay } from './install.ts'
import { type PushState, readPushState, turnPushOff, turnPushOn } from './push.ts'

type Offer = 'install' | 'push'

/** `isWhole`: on the account page everything shows, also what was said no to or is on. */
export function DeviceOffers({ isWhole }: { isWhole: boolean }) {
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-2 px-4 pt-4 empty:hidden sm:px-6">
      <InstallOffer isWhole={isWhole} />
      <PushOffer isWhole={isWhole} />
    </div>
  )
}

function InstallOffer({ isWhole }: { isWhole: boolean }) {
  const { device } = useText()
  const way = useInstallWay()
  const [isHidden, hide] = useHidden('install')
  if (way === null || (isHidden && !isWhole)) return null
  return (
    <Banner
      icon="home"
      title={device.install.title}
      actions={
        <>
          {way === 'ask' && <Button onClick={() => void askToInstall()}>{device.install.act}</Button>}
          {!isWhole && <Button onClick={hide}>{device.notNow}</Button>}
        </>
      }
    >
      {way === 'ask' ? device.install.body : device.install.hint}
    </Banner>
  )
}

function PushOffer({ isWhole }: { isWhole: boolean }) {
  const { device } = useText()
  const [state, setState] = useState<PushState>(null)
  const [isHidden, hide] = useHidden('push')
  useEffect(() => {
    // Without an answer nothing is offered.
    readPushState().then(setState, () => undefined)
  }, [])
  const turn = (work: () => Promise<PushState>) => {
    work().then(setState, () => showToast(device.push.failed, { tone: 'danger' }))
  }
  if (state === null || (!isWhole && (isHidden || state === 'on'))) return null
  const isOn = state === 'on'
  return (
    <Banner
      icon="bell"
      title={isOn ? device.push.isOn : device.push.title}
      actions={
        <>
          <Button onClick={() => turn(isOn ? turnPushOff : turnPushOn)}>
            {isOn ? device.push.turnOff : device.push.turnOn}
          </Button>
          {!isWhole && <Button onClick={hide}>{device.notNow}</Button>}
        </>
      }
    >
      {isOn ? undefined : device.push.body}
    </Banner>
  )
}

/** Remembered on this device; where storage is refused, for this page. */
function useHidden(offer: Offer): [boolean, () => void] {
  const key = `crew_no_${offer}`
  const [isHidden, setHidden] = useState(() => {
    try {
      return localStorage.getItem(key) === '1'
    } catch {
      return false
    }
  })
  const hide = () => {
    setHidden(true)
    try {
      localStorage.setItem(key, '1')
    } catch {
      return
    }
  }
  return [isHidden, hide]
}
