/** One queue: what waits on the left, the thing on the right; many are selected and done with one press. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { QUEUES, type Queue } from '#contract/queue-kinds.ts'
import { useEndpoint } from '#web/api.ts'
import { countOf } from '#web/desk/queue-look.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { ListAndDetail } from '#web/ui/dialogs/panes.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { useIsDesk } from '#web/ui/looks/desk.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { ItemDetail } from './item-detail.tsx'
import { ItemList } from './item-list.tsx'
import { QueueFilter } from './queue-filter.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useDecide } from './use-decide.ts'
import { type Filter, NO_FILTER, useFilters } from './use-filters.ts'
import { useSelection } from './use-selection.ts'

const LOOK_EVERY_MS = 30_000

export function QueuePage() {
  const { kind: asked } = useParams()
  const kind = QUEUES.find((each) => each === asked) ?? 'unassigned'
  const kept = useFilters(kind)
  const { queues: texts } = useText()
  return (
    <Page title={texts.names[kind]} subtitle={texts.what[kind]} back={linkTo('operator')} width="wide">
      <QueueNav kind={kind} />
      {kept.isReady && <OneQueue key={kind} kind={kind} first={kept.first} />}
    </Page>
  )
}

function OneQueue({ kind, first }: { kind: Queue; first: Filter }) {
  const { queues: texts } = useText()
  const [filter, setFilter] = useState(first)
  const [openId, setOpenId] = useState<string>()
  const items = useEndpointPages('GET /api/queue', { query: { kind, ...filter } }, (page) => page.items, {
    refetchMs: LOOK_EVERY_MS,
    keepsPrevious: true,
  })
  const canWork = items.first?.canWork ?? false
  const ids = items.rows.map(({ id }) => id)
  const selection = useSelection(ids)
  const { refusals, decide, isBusy, take } = useDecide(kind, selection.clear)
  const list = useRef<HTMLDivElement>(null)
  const opened = items.rows.find(({ id }) => id === openId)
  useFocusNext(list)
  const chosen = items.rows.filter(({ id }) => selection.has(id))
  return (
    <>
      <QueueFilter kind={kind} filter={filter} onFilter={setFilter} />
      <ListAndDetail
        detail={
          opened && (
            <ItemDetail
              key={opened.id}
              kind={kind}
              item={opened}
              canWork={canWork}
              refusal={refusals.get(opened.id)}
              onDecide={(act) => decide(act, [opened])}
              isBusy={isBusy}
              onClose={() => setOpenId(undefined)}
            />
          )
        }
      >
        {canWork && ids.length > 0 && (
          <SelectionBar
            kind={kind}
            chosen={chosen}
            isAll={chosen.length === ids.length}
            onAll={() => (chosen.length === ids.length ? selection.clear() : selection.all())}
            onDecide={(act) => decide(act, chosen)}
            onTake={() => take(chosen)}
            isBusy={isBusy}
          />
        )}
        <Card isFlush>
          {items.isPending && <Skeleton rows={5} />}
          {items.isError && !items.isRefetchError && (
            <ErrorState error={items.error} onRetry={() => void items.refetch()} />
          )}
          {items.isSuccess && ids.length === 0 && (
            <EmptyState icon="check" title={filter === NO_FILTER ? texts.none : texts.noneFound} />
          )}
          <div ref={list}>
            {ids.length > 0 && (
              <ItemList
                kind={kind}
                items={items.rows}
                canWork={canWork}
                openId={openId}
                refusals={refusals}
                selection={selection}
                onOpen={setOpenId}
                onTake={(item) => take([item])}
              />
            )}
          </div>
          <MoreRows pages={items}>{texts.more}</MoreRows>
        </Card>
      </ListAndDetail>
    </>
  )
}

/** All queues with their counts: links on a desk, a choice on a phone. */
function QueueNav({ kind }: { kind: Queue }) {
  const { queues: texts } = useText()
  const isDesk = useIsDesk()
  const navigate = useNavigate()
  const counts = useEndpoint('GET /api/queue-counts', {}, { refetchMs: LOOK_EVERY_MS }).data?.counts
  const shown = QUEUES.filter((each) => counts === undefined || each === kind || counts[each] !== undefined)
  const labelOf = (each: Queue) => {
    const count = counts?.[each]
    return count === undefined ? texts.names[each] : `${texts.names[each]} ${countOf(count)}`
  }
  if (!isDesk)
    return (
      <SelectField
        label={texts.title}
        name="queue"
        isUnmarked
        value={kind}
        onChange={(chosen) => void navigate(linkTo('operatorQueues', { kind: chosen }), { replace: true })}
        options={shown.map((each) => ({ value: each, label: labelOf(each) }))}
      />
    )
  return (
    <nav aria-label={texts.title} className="flex flex-wrap gap-1">
      {shown.map((each) => (
        <ButtonLink
          key={each}
          to={linkTo('operatorQueues', { kind: each })}
          tone={each === kind ? 'primary' : 'quiet'}
        >
          {labelOf(each)}
        </ButtonLink>
      ))}
    </nav>
  )
}

/** Where the row that had the focus was done with, the keys go on at the one that came into its place. */
function useFocusNext(list: React.RefObject<HTMLDivElement | null>): void {
  const at = useRef<number>(-1)
  useEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && at.current >= 0) rows[Math.min(at.current, rows.length - 1)]?.focus()
    const note = () => {
      const here = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement))
      if (here !== -1) at.current = here
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  })
}
