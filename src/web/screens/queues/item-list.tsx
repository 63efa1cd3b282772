/** The rows of a queue. j, k and Enter walk it; x selects, Shift x up to here, e takes. */
import { type ReactNode, useEffect, useRef } from 'react'
import type { Queue } from '#contract/queue-kinds.ts'
import { QUEUE_ICONS } from '#web/desk/queue-look.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { readLook } from '#web/ui/looks/look.ts'
import { Money } from '#web/ui/money.tsx'
import { useAge, useReason, useSince, useTitle } from './item-words.ts'
import type { Item } from './use-decide.ts'
import type { Selection } from './use-selection.ts'

type ItemListProps = {
  kind: Queue
  items: readonly Item[]
  canWork: boolean
  openId: string | undefined
  refusals: ReadonlyMap<string, string>
  selection: Selection
  onOpen: (id: string) => void
  onTake: (item: Item) => void
}

export function ItemList(props: ItemListProps) {
  const { kind, items, canWork, selection, onTake } = props
  const { queues: texts } = useText()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!canWork) return undefined
    const press = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        readLook().keys === 'off'
      )
        return
      const rows = [...(frame.current?.querySelectorAll('li') ?? [])]
      const item = items[rows.findIndex((row) => row.contains(document.activeElement))]
      const key = event.key.toLowerCase()
      if (item === undefined || (key !== 'x' && key !== 'e')) return
      event.preventDefault()
      if (key === 'x') selection.toggle(item.id, event.shiftKey)
      else onTake(item)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  return (
    <div ref={frame}>
      <List label={texts.names[kind]}>
        {items.map((item) => (
          <ItemRow key={item.id} {...props} item={item} />
        ))}
      </List>
    </div>
  )
}

function ItemRow({
  kind,
  item,
  canWork,
  openId,
  refusals,
  selection,
  onOpen,
}: ItemListProps & { item: Item }) {
  const { queues: texts } = useText()
  const format = useFormat()
  const services = useServices()
  const title = useTitle(kind, item)
  const reason = useReason(kind, item)
  const age = useAge(kind, item)
  const since = useSince(kind, item)
  const { owner, serviceKey, timeZone } = item
  const refusal = refusals.get(item.id)
  const parts = [serviceKey !== null && services.name(serviceKey), item.personName, reason].filter(Boolean)
  return (
    <ListRow
      icon={serviceKey === null ? QUEUE_ICONS[kind] : services.icon(serviceKey)}
      title={title}
      detail={
        <>
          <span className="block wrap-anywhere">{parts.join(' · ')}</span>
          {refusal !== undefined && <Refusal>{refusal}</Refusal>}
        </>
      }
      state={
        <span className="grid min-w-0 justify-items-start gap-1 @lg:justify-items-end @lg:text-right">
          {owner !== null && (
            <Badge tone="info">{texts.held(owner.name, format.time(owner.takenAt, timeZone))}</Badge>
          )}
          <span className="nums text-sm">
            {age !== '' && <span className="block font-medium">{age}</span>}
            <span className="block text-muted">{since}</span>
          </span>
        </span>
      }
      end={item.amountCents === null ? undefined : <Money amountCents={item.amountCents} />}
      lead={
        canWork && (
          <label className="grid min-h-11 place-items-center pr-1 pl-4">
            <input
              type="checkbox"
              aria-label={`${texts.select}: ${title}`}
              checked={selection.has(item.id)}
              onChange={({ nativeEvent }) =>
                selection.toggle(item.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
              className="size-6 accent-accent"
            />
          </label>
        )
      }
      onClick={() => onOpen(item.id)}
      isCurrent={item.id === openId}
    />
  )
}

function Refusal({ children }: { children: ReactNode }) {
  return (
    <span role="alert" className="block font-medium text-danger">
      {children}
    </span>
  )
}
