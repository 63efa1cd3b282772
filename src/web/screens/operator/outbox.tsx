/** Messages that left the house, and those that did not: by person, kind, channel, state and day; sent once more. */
import { useSearchParams } from 'react-router'
import { type Reply, useAction } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { askedIn, OutboxFilters, sayKind } from './outbox-filters.tsx'

type First = Reply<'GET /api/outbox'>
type Message = First['messages'][number]

export function Outbox() {
  const { operator } = useText()
  const texts = operator.outbox
  const [search, setSearch] = useSearchParams()
  const asked = askedIn(search)
  const outbox = useEndpointPages('GET /api/outbox', { query: asked }, (page) => page.messages, {
    keepsPrevious: true,
  })
  const set = (name: string) => (value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  return (
    <Page title={texts.title} subtitle={texts.subtitle} width="wide">
      <OutboxFilters asked={asked} kinds={outbox.first?.kinds ?? []} onSet={set} />
      {outbox.first !== undefined && outbox.first.failing.length > 0 && <Failing first={outbox.first} />}
      <Card isFlush>
        {outbox.isPending && <Skeleton rows={5} />}
        {outbox.isError && !outbox.isRefetchError && (
          <ErrorState error={outbox.error} onRetry={() => void outbox.refetch()} />
        )}
        {outbox.isSuccess && outbox.rows.length === 0 && <EmptyState icon="mail" title={texts.none} />}
        <ul aria-label={texts.title} className="divide-y divide-line">
          {outbox.rows.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              timeZone={outbox.first?.timeZone}
              onPerson={set('person')}
            />
          ))}
        </ul>
        <MoreRows pages={outbox}>{operator.people.more}</MoreRows>
      </Card>
    </Page>
  )
}

function Failing({ first }: { first: First }) {
  const texts = useText().operator.outbox
  const format = useFormat()
  return (
    <Card title={texts.failing} isFlush>
      <List label={texts.failing}>
        {first.failing.map((each) => (
          <ListRow
            key={each.recipient}
            icon="warning"
            title={each.recipient}
            detail={`${format.dateTime(each.lastAt, first.timeZone)} · ${each.lastError}`}
            end={<span className="nums font-semibold">{format.count(each.count)}</span>}
          />
        ))}
      </List>
    </Card>
  )
}

type MessageRowProps = {
  message: Message
  timeZone: string | undefined
  onPerson: (id: string) => void
}

function MessageRow({ message, timeZone, onPerson }: MessageRowProps) {
  const texts = useText().operator.outbox
  const format = useFormat()
  const title = message.subject || message.recipient
  const { personId, personName } = message
  return (
    <li className="grid grid-cols-1 gap-1 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{title}</span>
        <span className="flex flex-wrap items-center gap-2">
          {message.isResent && <Badge tone="info">{texts.resentBefore}</Badge>}
          <Badge tone={message.state === 'failed' ? 'danger' : 'neutral'}>
            {`${texts.channels[message.channel]} · ${texts.states[message.state]}`}
          </Badge>
        </span>
      </div>
      <p className="wrap-anywhere text-sm text-muted">
        {[message.recipient, format.dateTime(message.createdAt, timeZone), sayKind(message.kind)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {message.lastError !== '' && (
        <p lang="en" className="wrap-anywhere text-sm text-danger">
          {message.lastError}
        </p>
      )}
      <p className="text-sm whitespace-pre-line wrap-anywhere">
        {message.body === '' ? texts.hidden : message.body}
      </p>
      {message.attachments.map((fileName) => (
        <p key={fileName} className="text-sm text-muted wrap-anywhere">
          {texts.attached(fileName)}
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        {personId !== null && personName !== null && (
          <>
            <ButtonLink tone="quiet" to={linkTo('operatorPerson', { person_id: personId })}>
              {personName}
            </ButtonLink>
            <Button tone="quiet" onClick={() => onPerson(personId)}>
              {texts.allTo(personName)}
            </Button>
          </>
        )}
        <Only may="support">{message.canResend && <Resend message={message} title={title} />}</Only>
      </div>
    </li>
  )
}

function Resend({ message, title }: { message: Message; title: string }) {
  const texts = useText().operator.outbox
  const resend = useAction('POST /api/resend-message', { refreshes: ['GET /api/outbox'] })
  return (
    <Button
      aria-label={`${texts.resend}: ${title}`}
      isBusy={resend.isPending}
      onClick={() =>
        resend.mutate(
          { body: { messageId: message.id } },
          {
            onSuccess: () => showToast(texts.resent),
            onError: (error) => showToast(error.message, { tone: 'danger' }),
          },
        )
      }
    >
      {texts.resend}
    </Button>
  )
}
