/** Ends mails of one kind by the link of a mail. Opening it changes nothing; the token leaves the address at once (threats T6). */
import { useState } from 'react'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useTokenOfAddress } from '#web/session/token-of-address.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

export function Unsubscribe() {
  const { notices } = useText()
  const [token] = useTokenOfAddress('unsubscribe')
  return (
    <Page title={notices.unsubscribe.title} width="narrow">
      {token === '' ? <DeadLink /> : <Question token={token} />}
    </Page>
  )
}

function Question({ token }: { token: string }) {
  const { notices } = useText()
  const texts = notices.unsubscribe
  const about = useEndpoint('POST /api/get-unsubscribe', { body: { token } })
  const change = useAction('POST /api/unsubscribe')
  const [changed, setChanged] = useState<Reply<'POST /api/unsubscribe'>>()
  const switchTo = (isOn: boolean) => change.mutate({ body: { token, isOn } }, { onSuccess: setChanged })
  if (about.isPending) return <SkeletonCard rows={2} />
  if (about.isError) return <DeadLink />
  const { event, isOn } = changed ?? about.data
  const name = notices.events[event]
  return (
    <Card>
      <div className="grid gap-4">
        {change.isError && (
          <Banner tone="danger" isAlert>
            {change.error.message}
          </Banner>
        )}
        {changed && isOn && <Banner tone="good">{texts.comes(name)}</Banner>}
        {isOn ? (
          <>
            <p className="text-lg font-semibold">{texts.ask(name)}</p>
            <p className="text-muted">{texts.askBody}</p>
            <Button tone="primary" isBusy={change.isPending} onClick={() => switchTo(false)}>
              {texts.stop}
            </Button>
          </>
        ) : (
          <>
            <Banner tone="good">{texts.stopped(name)}</Banner>
            <Button icon="undo" isBusy={change.isPending} onClick={() => switchTo(true)}>
              {texts.undo}
            </Button>
          </>
        )}
        <ButtonLink to={linkTo('notificationPreferences')}>{texts.all}</ButtonLink>
      </div>
    </Card>
  )
}

function DeadLink() {
  const texts = useText().notices.unsubscribe
  return (
    <EmptyState
      icon="mail"
      title={texts.dead}
      action={<ButtonLink to={linkTo('notificationPreferences')}>{texts.all}</ButtonLink>}
    >
      {texts.deadBody}
    </EmptyState>
  )
}
