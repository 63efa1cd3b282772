/**
 * `<VirtualList label=… items=… rowHeight={72} itemKey=… renderItem={(item) => <…/>} onEndReached={…} />` – only the
 * rows in sight exist in the page, so that ten thousand scroll like ten. It scrolls with the window.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { AmountsAlike } from '#web/ui/amounts-alike.tsx'

type VirtualListProps<Item> = {
  label: string
  items: readonly Item[]
  /** Expected pixels; rows are measured when shown, so they may differ. */
  rowHeight: number
  itemKey: (item: Item) => string
  renderItem: (item: Item, index: number) => ReactNode
  onEndReached?: () => void
}

export function VirtualList<Item>(props: VirtualListProps<Item>) {
  return (
    <AmountsAlike>
      <RowsInSight {...props} />
    </AmountsAlike>
  )
}

function RowsInSight<Item>(props: VirtualListProps<Item>) {
  const { label, items, rowHeight, itemKey, renderItem, onEndReached } = props
  const listRef = useRef<HTMLUListElement>(null)
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: listRef.current?.offsetTop ?? 0,
    getItemKey: (index) => itemKey(items[index]!),
  })
  const rows = virtualizer.getVirtualItems()
  const isAtEnd = (rows.at(-1)?.index ?? -1) >= items.length - 1
  useEffect(() => {
    if (isAtEnd && items.length > 0) onEndReached?.()
  }, [isAtEnd, items.length, onEndReached])

  return (
    <ul ref={listRef} aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {rows.map((row) => (
        <li
          key={row.key}
          ref={virtualizer.measureElement}
          data-index={row.index}
          aria-setsize={items.length}
          aria-posinset={row.index + 1}
          className="absolute inset-x-0 top-0 border-b border-line"
          style={{ transform: `translateY(${row.start - virtualizer.options.scrollMargin}px)` }}
        >
          {renderItem(items[row.index]!, row.index)}
        </li>
      ))}
    </ul>
  )
}
