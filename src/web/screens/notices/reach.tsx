/** What the channels reach: mailbox, number, devices. A test goes to all of them. */
import { useEffect, useState } from 'react'
import { type Reply, useAction } from '#web/api.ts'
import { type PushState, readPushState, turnPushOff, turnPushOn } from '#web/offline/push.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

export function Reach({ reach }: { reach: Reply<'GET /api/notification-preferences'> }) {
  const { notices } = useText()
  const texts = notices.preferences
  const test = useAction('POST /api/send-test-notice', { refreshes: ['GET /api/unread-notices'] })
  const sendTest = () =>
    test.mutate(
      {},
      {
        onSuccess: ({ channels }) =>
          showToast(texts.testSent(channels.map((channel) => notices.channels[channel]).join(', '))),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return (
    <Card title={texts.reach}>
      <div className="grid grid-cols-1 gap-3">
        <p className="break-words">{texts.mailTo(reach.email)}</p>
        <p>{reach.phoneEnding === null ? texts.noPhone : texts.phoneTo(reach.phoneEnding)}</p>
        {reach.isPhoneOptedOut ? (
          <Banner tone="warn">{texts.optedOut}</Banner>
        ) : (
          <p className="text-sm text-muted">{texts.smsHint}</p>
        )}
        <p>{texts.devices(reach.deviceCount)}</p>
        <ThisDevice />
        <div>
          <Button icon="bell" isBusy={test.isPending} onClick={sendTest}>
            {texts.test}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function ThisDevice() {
  const texts = useText().notices.preferences
  const [state, setState] = useState<PushState | 'unknown'>('unknown')
  useEffect(() => {
    readPushState().then(setState, () => setState(null))
  }, [])
  const turn = (work: () => Promise<PushState>) => {
    work().then(setState, () => showToast(texts.failed, { tone: 'danger' }))
  }
  if (state === null) return <p className="min-h-11 text-sm text-muted">{texts.impossible}</p>
  if (state === 'unknown') return <div className="min-h-11" />
  return (
    <div className="flex flex-wrap items-center gap-3">
      {state === 'on' && <span>{texts.thisDeviceOn}</span>}
      <Button onClick={() => turn(state === 'on' ? turnPushOff : turnPushOn)}>
        {state === 'on' ? texts.turnOff : texts.turnOn}
      </Button>
    </div>
  )
}
