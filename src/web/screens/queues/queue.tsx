/** One queue: what waits and since when, who looks after it, and where it is dealt with; j, k and Enter walk it. */
import { useParams } from 'react-router'
import { LOOKED_AT_QUEUES, QUEUES, type Queue } from '#contract/queue-kinds.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { countOf } from '#web/desk/count-of.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useServices } from '#web/jobs/services.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

type Item = Reply<'GET /api/queue'>['items'][number]

const LOOK_EVERY_MS = 30_000
const CHANGED = ['GET /api/queue', 'GET /api/queue-counts', 'GET /api/operator-board'] as const

export function QueuePage() {
  const { queues: texts } = useText()
  const { kind: asked } = useParams()
  const kind = QUEUES.find((each) => each === asked) ?? 'unassigned'
  const counts = useEndpoint('GET /api/queue-counts', {}, { refetchMs: LOOK_EVERY_MS }).data?.counts
  const items = useEndpointPages('GET /api/queue', { query: { kind } }, (page) => page.items, {
    refetchMs: LOOK_EVERY_MS,
  })
  return (
    <Page title={texts.names[kind]} subtitle={texts.what[kind]} back={linkTo('operator')} width="wide">
      <nav aria-label={texts.title} className="flex flex-wrap gap-2">
        {QUEUES.map((each) => (
          <ButtonLink
            key={each}
            to={linkTo('operatorQueues', { kind: each })}
            tone={each === kind ? 'primary' : 'quiet'}
          >
            {`${texts.names[each]} ${counts === undefined ? '' : countOf(counts[each])}`}
          </ButtonLink>
        ))}
      </nav>
      <PagedList
        pages={items}
        label={texts.names[kind]}
        more={texts.more}
        empty={<EmptyState icon="check" title={texts.none} />}
      >
        {(item) => <ItemRow key={item.id} kind={kind} item={item} />}
      </PagedList>
    </Page>
  )
}

/** More than are counted. */

function ItemRow({ kind, item }: { kind: Queue; item: Item }) {
  const { queues: texts } = useText()
  const format = useFormat()
  const language = useLanguage()
  const services = useServices()
  const { owner, serviceKey, timeZone } = item
  return (
    <ListRow
      icon={serviceKey === null ? 'money' : services.icon(serviceKey)}
      title={item.title}
      detail={[
        serviceKey !== null && services.name(serviceKey),
        item.personName,
        `${format.dateTime(item.since, timeZone)} ${zoneName(timeZone, language)}`,
        item.reason?.replaceAll('_', ' '),
      ]
        .filter(Boolean)
        .join(' · ')}
      state={
        owner !== null && <Badge tone="info">{texts.held(owner.name, format.time(owner.takenAt))}</Badge>
      }
      end={item.amountCents === null ? undefined : <Money amountCents={item.amountCents} />}
      to={
        serviceKey === null
          ? linkTo('receipt', { paymentID: item.id })
          : linkTo('visit', { visit_id: item.id })
      }
      actions={<Acts kind={kind} item={item} />}
    />
  )
}

function Acts({ kind, item }: { kind: Queue; item: Item }) {
  const { queues: texts } = useText()
  const own = useUser()?.id
  const take = useAction('POST /api/take-queue-item', { refreshes: CHANGED })
  const leave = useAction('POST /api/leave-queue-item', { refreshes: CHANGED })
  const settle = useAction('POST /api/settle-queue-item', { refreshes: CHANGED })
  const onError = (error: Error) => showToast(error.message, { tone: 'danger' })
  const { id, title } = item
  const holderId = item.owner?.id ?? null
  const isMine = holderId !== null && holderId === own
  const lookedAt = LOOKED_AT_QUEUES.find((each) => each === kind)
  if (holderId !== null && holderId !== own) return null
  return (
    <>
      {isMine ? (
        <Button
          tone="quiet"
          aria-label={`${texts.leave}: ${title}`}
          isBusy={leave.isPending}
          onClick={() => leave.mutate({ body: { kind, id } }, { onError })}
        >
          {texts.leave}
        </Button>
      ) : (
        <Button
          tone="quiet"
          aria-label={`${texts.take}: ${title}`}
          isBusy={take.isPending}
          onClick={() => take.mutate({ body: { kind, id } }, { onError })}
        >
          {texts.take}
        </Button>
      )}
      {lookedAt !== undefined && (
        <Button
          aria-label={`${texts.settle}: ${title}`}
          isBusy={settle.isPending}
          onClick={() =>
            settle.mutate(
              { body: { kind: lookedAt, id } },
              { onError, onSuccess: () => showToast(texts.settled) },
            )
          }
        >
          {texts.settle}
        </Button>
      )}
    </>
  )
}
