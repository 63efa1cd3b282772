/** Assignments opened by the link from a text message, having that link sent, and ending it. */
import { useState } from 'react'
import { ApiError, useAction, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { payOf } from './assigned-stop.ts'
import { AssignedWeekdays } from './assigned-weekdays.tsx'

export function LinkedAssignments({ token, onEnd }: { token: string; onEnd: () => void }) {
  const { assignments, crew } = useText()
  const format = useFormat()
  const assigned = useEndpoint('POST /api/open-assignments-link', { body: { token } })
  const isDead = assigned.error instanceof ApiError && assigned.error.status === 410
  if (isDead) return <DeadLink />
  const stops = assigned.data?.assignments ?? []
  return (
    <Page
      title={assigned.data ? assignments.link.hello(assigned.data.crewName) : crew.assignments.title}
      subtitle={stops.length > 0 && crew.assignments.subtitle(stops.length, format.money(payOf(stops)))}
    >
      {assigned.isPending && <SkeletonCard rows={5} />}
      {assigned.isLoadingError && (
        <ErrorState error={assigned.error} onRetry={() => void assigned.refetch()} />
      )}
      {assigned.data && (
        <>
          <LinkNotice token={token} onEnd={onEnd} />
          {stops.length === 0 ? (
            <Card>
              <EmptyState icon="route" title={crew.assignments.none} />
            </Card>
          ) : (
            <AssignedWeekdays stops={stops} token={token} />
          )}
        </>
      )}
    </Page>
  )
}

function LinkNotice({ token, onEnd }: { token: string; onEnd: () => void }) {
  const { link } = useText().assignments
  const end = useAction('POST /api/end-assignments-link')
  const endIt = () =>
    end.mutate(
      { body: { token } },
      {
        onSuccess: () => {
          showToast(link.ended)
          onEnd()
        },
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return (
    <Banner
      icon="message"
      actions={
        <Button tone="quiet" isBusy={end.isPending} onClick={endIt}>
          {link.end}
        </Button>
      }
    >
      {link.notice}
    </Banner>
  )
}

function DeadLink() {
  const { assignments, crew } = useText()
  return (
    <Page title={crew.assignments.title} width="narrow">
      <Card>
        <EmptyState icon="lock" title={assignments.link.deadTitle}>
          {assignments.link.deadBody}
        </EmptyState>
      </Card>
      <AskForLink />
    </Page>
  )
}

export function AskForLink() {
  const { link } = useText().assignments
  const request = useAction('POST /api/request-assignments-link')
  const draft = useDraft({ phone: '' })
  const [isSent, setSent] = useState(false)
  const send = async () => {
    await request.mutateAsync({ body: { phone: draft.values.phone } })
    draft.reset()
    setSent(true)
  }
  return (
    <Card title={link.askTitle}>
      <div className="grid gap-4">
        <p className="text-muted">{link.askBody}</p>
        {isSent && <Banner tone="good">{link.sent}</Banner>}
        <Form onSubmit={send} submitLabel={link.send} label={link.askTitle} tone="secondary">
          <PhoneField label={link.phone} {...draft.field('phone')} />
        </Form>
      </div>
    </Card>
  )
}

export function EndAllLinks() {
  const { link } = useText().assignments
  const end = useAction('POST /api/end-assignments-links')
  const endAll = () =>
    end.mutate(
      {},
      {
        onSuccess: () => showToast(link.endedAll),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return (
    <div>
      <Button tone="quiet" icon="lock" isBusy={end.isPending} onClick={endAll}>
        {link.endAll}
      </Button>
    </div>
  )
}
