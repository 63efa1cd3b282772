/** Everything, a group, or one property found by its name: one tap each. */
import { useDeferredValue, useState } from 'react'
import { useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { linkTo } from '#web/urls.ts'
import type { Place } from './book.order.ts'

const PROPERTIES_SHOWN = 50
/** Fewer are seen at a glance. */
const SEARCHED_FROM = 8

export function WhereStep({ onChoose }: { onChoose: (place: Place) => void }) {
  const { customer } = useText()
  const words = customer.book
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const groups = useEndpoint('GET /api/property-groups')
  const properties = useEndpoint('POST /api/get-properties', {
    body: { limit: PROPERTIES_SHOWN, ...(search === '' ? {} : { search }) },
  })
  const [allCount, setAllCount] = useState(0)
  if (search === '' && properties.data && properties.data.totalCount !== allCount)
    setAllCount(properties.data.totalCount)
  if (properties.isPending && allCount === 0) return <SkeletonCard rows={4} />
  if (properties.isError)
    return <ErrorState error={properties.error} onRetry={() => void properties.refetch()} />
  if (allCount === 0) return <NoProperty />
  return (
    <div className="grid gap-4">
      {allCount > 1 && (
        <Card title={words.group} isFlush>
          <List label={words.group}>
            <ListRow
              icon="globe"
              title={words.everywhere}
              detail={customer.propertyCount(allCount)}
              onClick={() => onChoose({ kind: 'everywhere', name: words.everywhere })}
            />
            {(groups.data ?? []).map((group) => (
              <ListRow
                key={group.id}
                icon="building"
                title={group.name}
                detail={customer.propertyCount(group.propertyCount)}
                onClick={() => onChoose({ kind: 'group', id: group.id, name: group.name })}
              />
            ))}
          </List>
        </Card>
      )}
      <Card title={words.onePlace} isFlush>
        {allCount >= SEARCHED_FROM && (
          <div className="px-4 pb-3 sm:px-5">
            <TextField
              label={words.searchProperty}
              name="search"
              type="search"
              value={text}
              onChange={setText}
              placeholder={words.searchProperty}
              isLabelHidden
              isOptional
            />
          </div>
        )}
        <List label={words.onePlace}>
          {(properties.data?.properties ?? []).map((property) => (
            <ListRow
              key={property.id}
              icon="home"
              title={property.name}
              detail={property.address ?? property.neighbourhood ?? undefined}
              onClick={() => onChoose({ kind: 'property', id: property.id, name: property.name })}
            />
          ))}
        </List>
      </Card>
    </div>
  )
}

function NoProperty() {
  const words = useText().customer.book
  return (
    <Card>
      <EmptyState
        icon="home"
        title={words.noProperty}
        action={
          <ButtonLink tone="primary" icon="plus" to={linkTo('home')}>
            {words.addProperty}
          </ButtonLink>
        }
      >
        {words.noPropertyBody}
      </EmptyState>
    </Card>
  )
}
