/** Messages sent by the embedded mail, text and push adapters: what people would have received. */
import { useState } from 'react'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Channel = 'all' | 'mail' | 'sms' | 'push'

export function Outbox() {
  const { operator } = useText()
  const format = useFormat()
  const [channel, setChannel] = useState<Channel>('all')
  const outbox = useEndpointPages(
    'GET /api/outbox',
    { query: channel === 'all' ? {} : { channel } },
    (page) => page.messages,
  )
  const { rows: messages } = outbox
  const { channels } = operator.outbox
  const options = (['all', 'mail', 'sms', 'push'] as const).map((value) => ({
    value: value,
    label: channels[value],
  }))
  return (
    <Page title={operator.outbox.title} subtitle={operator.outbox.subtitle}>
      <ChipGroup
        label={operator.outbox.title}
        name="channel"
        isLabelHidden
        options={options}
        value={channel}
        onChange={setChannel}
      />
      <Card isFlush>
        {outbox.isPending && <Skeleton rows={5} />}
        {outbox.isError && <ErrorState error={outbox.error} onRetry={() => void outbox.refetch()} />}
        {outbox.isSuccess && messages.length === 0 && <EmptyState icon="mail" title={operator.outbox.none} />}
        <ul className="divide-y divide-line">
          {messages.map((message) => (
            <li key={message.id} className="grid grid-cols-1 gap-1 px-4 py-3 sm:px-5">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-medium">{message.subject || message.recipient}</span>
                <Badge>{channels[message.channel]}</Badge>
              </div>
              <p className="wrap-anywhere text-sm text-muted">
                {message.recipient} · {format.dateTime(message.createdAt)}
              </p>
              <p className="text-sm whitespace-pre-line wrap-anywhere">{message.body}</p>
              {message.attachments.map((fileName) => (
                <p key={fileName} className="text-sm text-muted wrap-anywhere">
                  {operator.outbox.attached(fileName)}
                </p>
              ))}
            </li>
          ))}
        </ul>
        {outbox.hasNextPage && (
          <div className="p-4 text-center">
            <Button isBusy={outbox.isFetchingNextPage} onClick={() => void outbox.fetchNextPage()}>
              {operator.people.more}
            </Button>
          </div>
        )}
      </Card>
    </Page>
  )
}
