/** All conversations over all visits, the newest first; each leads to the messages of its visit. */
import { useDeferredValue, useState } from 'react'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

type Conversation = Reply<'POST /api/get-conversations'>['conversations'][number]

/** The stream of changes says sooner; this is for when it is down. */
const LOOK_EVERY_MS = 60_000

export function Inbox() {
  const texts = useText().notices.inbox
  const [text, setText] = useState('')
  const search = useDeferredValue(text)
  const pages = useEndpointPages(
    'POST /api/get-conversations',
    { body: { search } },
    (page) => page.conversations,
    { refetchMs: LOOK_EVERY_MS, keepsPrevious: true },
  )
  return (
    <Page title={texts.title}>
      <TextField
        label={texts.search}
        name="search"
        type="search"
        value={text}
        onChange={setText}
        isOptional
        isLabelHidden
        placeholder={texts.search}
      />
      <PagedList
        pages={pages}
        label={texts.title}
        more={texts.more}
        empty={
          <EmptyState icon="message" title={search === '' ? texts.empty : texts.nothingFound}>
            {search === '' && texts.emptyBody}
          </EmptyState>
        }
      >
        {(each) => <ConversationRow key={each.visitId} conversation={each} />}
      </PagedList>
    </Page>
  )
}

function ConversationRow({ conversation }: { conversation: Conversation }) {
  const texts = useText().notices.inbox
  const format = useFormat()
  const services = useServices()
  const { visitId, withName, propertyName, date, isPhoto, lastText, isMine, isUnread } = conversation
  const line = isPhoto && lastText === '' ? texts.photo : lastText
  const about = [services.name(conversation.serviceKey), propertyName, format.day(date)].join(' · ')
  return (
    <ListRow
      start={<Avatar name={withName ?? propertyName} />}
      title={`${withName ?? texts.nobody} · ${format.dateTime(conversation.sentAt, conversation.timeZone)}`}
      detail={
        <>
          <span className={`line-clamp-2 ${isUnread ? 'font-semibold text-ink' : ''}`}>
            {isMine ? texts.you(line) : line}
          </span>
          <span className="block">{about}</span>
        </>
      }
      state={isUnread ? <Badge tone="info">{texts.unread}</Badge> : undefined}
      to={`${linkTo('visit', { visit_id: visitId })}#messages`}
    />
  )
}
