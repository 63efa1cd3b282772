import { type RefObject, useEffect, useRef } from 'react'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { WriteMessage } from './write-message.tsx'

type Message = Reply<'POST /api/get-messages'>['messages'][number]

/** The stream of changes says sooner; this is for when it is down. */
const LOOK_EVERY_MS = 30_000

/** Times are those of the place (field 4). */
export function Thread({ visitId, timeZone }: { visitId: string; timeZone: string }) {
  const texts = useText().notices.messages
  const format = useFormat()
  const mayWrite = useMayHere()('schedule')
  const thread = useEndpoint('POST /api/get-messages', { body: { visitId } }, { refetchMs: LOOK_EVERY_MS })
  if (thread.isPending) return <SkeletonCard rows={3} />
  if (thread.isError && !thread.data)
    return <ErrorState error={thread.error} onRetry={() => void thread.refetch()} />
  const { messages, unreadCount, withName, canWrite, closesAt } = thread.data
  return (
    <Card
      title={withName === null ? texts.title : texts.with(withName)}
      actions={unreadCount > 0 && <Badge tone="info">{texts.unread(unreadCount)}</Badge>}
    >
      <MessageList {...{ visitId, timeZone, messages }} hasUnread={mayWrite && unreadCount > 0} />
      {!mayWrite ? null : canWrite ? (
        <WriteMessage visitId={visitId} />
      ) : (
        <p className="pt-3 text-sm text-muted">{withName === null ? texts.nobody : texts.closed}</p>
      )}
      {canWrite && closesAt !== null && (
        <p className="pt-2 text-sm text-muted">{texts.closes(format.dateTime(closesAt, timeZone))}</p>
      )}
    </Card>
  )
}

type ListProps = { visitId: string; timeZone: string; messages: readonly Message[]; hasUnread: boolean }

function MessageList({ visitId, timeZone, messages, hasUnread }: ListProps) {
  const texts = useText().notices.messages
  const list = useRef<HTMLOListElement>(null)
  const lastId = messages.at(-1)?.messageId
  useReadMark({ visitId, lastId, isUnread: hasUnread, list })
  useEffect(() => {
    if (list.current !== null && lastId !== undefined) list.current.scrollTop = list.current.scrollHeight
  }, [lastId])
  if (messages.length === 0) return <p className="text-muted">{texts.none}</p>
  return (
    <ol
      ref={list}
      aria-live="polite"
      aria-label={texts.title}
      className="grid max-h-96 gap-3 overflow-y-auto"
    >
      {messages.map((message) => (
        <MessageRow key={message.messageId} message={message} timeZone={timeZone} />
      ))}
    </ol>
  )
}

function MessageRow({ message, timeZone }: { message: Message; timeZone: string }) {
  const texts = useText().notices.messages
  const format = useFormat()
  const { isMine, role, from, text, photo, sentAt } = message
  const name = isMine ? texts.me : role === 'operator' ? `${from} · ${texts.support}` : (from ?? '')
  return (
    <li className={`grid max-w-[85%] gap-1 ${isMine ? 'ml-auto justify-items-end' : ''}`}>
      {text !== '' && (
        <p
          className={`rounded-2xl px-4 py-2 break-words whitespace-pre-line ${isMine ? 'bg-accent-soft text-ink' : 'bg-sunken'}`}
        >
          {text}
        </p>
      )}
      {photo && (
        <PhotoStrip
          photos={[{ url: photo.url, thumbnailUrl: photo.thumbnailUrl, alt: texts.photoOf(name) }]}
        />
      )}
      <p className="text-xs text-muted">
        {!isMine && `${name} · `}
        {format.dateTime(sentAt, timeZone)}
      </p>
    </li>
  )
}

type Mark = {
  visitId: string
  lastId: string | undefined
  isUnread: boolean
  list: RefObject<HTMLElement | null>
}

const LOOKED_AT_MS = 800

/** Messages count as read when they have been on the screen for a moment. */
function useReadMark({ visitId, lastId, isUnread, list }: Mark): void {
  const { mutate } = useAction('POST /api/read-messages', {
    refreshes: ['POST /api/get-messages', 'GET /api/unread-notices', 'POST /api/get-notices'],
  })
  useEffect(() => {
    if (!isUnread || lastId === undefined) return
    const timer = setInterval(() => {
      if (!isOnScreen(list.current) || document.visibilityState === 'hidden') return
      clearInterval(timer)
      mutate({ body: { visitId, messageId: lastId } })
    }, LOOKED_AT_MS)
    return () => clearInterval(timer)
  }, [visitId, lastId, isUnread, list, mutate])
}

function isOnScreen(element: HTMLElement | null): boolean {
  if (element === null) return false
  const { top, bottom } = element.getBoundingClientRect()
  return top < window.innerHeight && bottom >= 0
}
