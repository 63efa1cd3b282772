/** Where the link of a mail about nights leads: whoever reads that mailbox says yes, or ends them. Opening changes nothing. */
import { useState } from 'react'
import { useAction, useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

export function NightMails({ token }: { token: string }) {
  const texts = useText().complexes.mailed.link
  const opening = useEndpoint('POST /api/open-report-link', { body: { token } }, { staleMs: 0 })
  const [said, setSaid] = useState<'confirmed' | 'ended' | null>(null)
  return (
    <Page title={texts.title} width="narrow">
      {opening.isPending && <SkeletonCard rows={2} />}
      {said === null && opening.isError && (
        <EmptyState icon="mail" title={texts.dead}>
          {texts.deadBody}
        </EmptyState>
      )}
      {opening.data && (
        <Card>
          {said === null ? (
            <Question token={token} about={opening.data} onSaid={setSaid} />
          ) : (
            <Banner tone="good">{texts[said](opening.data.complexName)}</Banner>
          )}
        </Card>
      )}
    </Page>
  )
}

type Asked = {
  readonly token: string
  readonly about: { readonly complexName: string; readonly email: string; readonly isConfirmed: boolean }
  readonly onSaid: (said: 'confirmed' | 'ended') => void
}

function Question({ token, about, onSaid }: Asked) {
  const texts = useText().complexes.mailed.link
  const { complexName, email, isConfirmed } = about
  const confirm = useAction('POST /api/confirm-report-address')
  const end = useAction('POST /api/end-report-mails')
  const failed = confirm.error ?? end.error
  const endButton = (
    <Button
      tone={isConfirmed ? 'primary' : 'quiet'}
      isBusy={end.isPending}
      onClick={() => end.mutate({ body: { token } }, { onSuccess: () => onSaid('ended') })}
    >
      {isConfirmed ? texts.end : texts.decline}
    </Button>
  )
  return (
    <div className="grid gap-4">
      {failed && (
        <Banner tone="danger" isAlert>
          {failed.message}
        </Banner>
      )}
      <p className="text-lg font-semibold wrap-anywhere">
        {isConfirmed ? texts.askEnd(complexName) : texts.ask(complexName)}
      </p>
      <p className="text-muted wrap-anywhere">{texts.to(email)}</p>
      {!isConfirmed && (
        <Button
          tone="primary"
          isBusy={confirm.isPending}
          onClick={() => confirm.mutate({ body: { token } }, { onSuccess: () => onSaid('confirmed') })}
        >
          {texts.confirm}
        </Button>
      )}
      {endButton}
    </div>
  )
}
