/** The bell with the number of what is not read; it opens the list of notices. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useUserType } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { NoMessagesDrawing } from '#web/ui/looks/drawings.tsx'
import { RouteLink } from '#web/ui/route-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { UnreadOutside } from './unread-messages.tsx'

type Notice = Reply<'POST /api/get-notices'>['notices'][number]

/** The stream of changes says sooner; this is for when it is down. */
const LOOK_EVERY_MS = 60_000
const MOST_SHOWN = 99
const LIST_KEY = 'POST /api/get-notices'

export function Notices() {
  const { notices } = useText()
  const { key } = useLocation()
  const type = useUserType()
  // Open on the page where it was opened: what is chosen in the list opens below it.
  const [openOn, setOpenOn] = useState<string>()
  const unread = useEndpoint('GET /api/unread-notices', {}, { refetchMs: LOOK_EVERY_MS })
  const count = unread.data?.unreadCount ?? 0
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={notices.bell(count)}
        onClick={() => setOpenOn(key)}
        className="relative inline-flex size-11 items-center justify-center rounded-xl text-muted hover:bg-sunken hover:text-ink"
      >
        <Icon name="bell" size={22} />
        {count > 0 && (
          <span className="absolute top-0.5 right-0 min-w-5 rounded-full bg-danger px-1 text-center text-[min(0.75rem,4.2vw)] leading-5 font-bold text-on-danger">
            {Math.min(count, MOST_SHOWN)}
          </span>
        )}
      </button>
      {type !== 'Operator' && <UnreadOutside />}
      <Sheet title={notices.title} isOpen={openOn === key} onClose={() => setOpenOn(undefined)}>
        <NoticeList />
      </Sheet>
    </>
  )
}

function NoticeList() {
  const { notices } = useText()
  const client = useQueryClient()
  const list = useEndpointPages(LIST_KEY, { body: {} }, (page) => page.notices)
  const read = useAction('POST /api/read-notices', { refreshes: ['GET /api/unread-notices', LIST_KEY] })
  if (list.isPending) return <Skeleton rows={5} />
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const all = list.rows
  const open = (notice: Notice) => {
    if (!notice.isRead) read.mutate({ body: { noticeIds: [notice.noticeId] } })
    void client.invalidateQueries({ queryKey: ['GET /api/visit'] })
  }
  return (
    <div className="grid gap-3">
      {all.length === 0 ? (
        <EmptyState drawing={<NoMessagesDrawing />} title={notices.none}>
          {notices.noneBody}
        </EmptyState>
      ) : (
        <ul className="-mx-5 divide-y divide-line">
          {all.map((notice) => (
            <NoticeRow key={notice.noticeId} notice={notice} onOpen={() => open(notice)} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {notices.more}
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        {all.some((notice) => !notice.isRead) && (
          <Button icon="check" isBusy={read.isPending} onClick={() => read.mutate({ body: {} })}>
            {notices.readAll}
          </Button>
        )}
        <ButtonLink icon="settings" to={linkTo('notificationPreferences')}>
          {notices.settings}
        </ButtonLink>
      </div>
    </div>
  )
}

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { notices } = useText()
  const format = useFormat()
  return (
    <li>
      <RouteLink
        to={notice.url}
        onClick={onOpen}
        className="flex min-h-14 items-start gap-3 px-5 py-3 hover:bg-sunken"
      >
        <span
          className={`mt-2 size-2.5 shrink-0 rounded-full ${notice.isRead ? '' : 'bg-accent'}`}
          role={notice.isRead ? undefined : 'img'}
          aria-label={notice.isRead ? undefined : notices.unread}
        />
        <span className="min-w-0 flex-1">
          <span className={`block ${notice.isRead ? '' : 'font-semibold'}`}>{notice.title}</span>
          <span className="line-clamp-3 crowded:line-clamp-none text-sm break-words whitespace-pre-line text-muted">
            {notice.text}
          </span>
          <span className="text-sm text-muted">{format.dateTime(notice.createdAt)}</span>
        </span>
      </RouteLink>
    </li>
  )
}
