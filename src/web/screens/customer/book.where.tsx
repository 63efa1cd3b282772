/** Everything, a group, or one property found by its name: one tap each. */
import { type ReactNode, useDeferredValue, useState } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import type { Place } from './book.booking.ts'

type Group = Reply<'GET /api/property-groups'>[number]
type Choose = (place: Place) => void

const PROPERTIES_SHOWN = 50
/** An import may bring thousands of groups; the search reaches the ones that are not shown. */
const GROUPS_SHOWN = 12
/** Fewer are seen at a glance. */
const SEARCHED_FROM = 8

export function WhereStep({ onChoose }: { onChoose: Choose }) {
  const texts = useText().customer.book
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
    <div className="grid grid-cols-1 gap-4">
      {allCount >= SEARCHED_FROM && (
        <TextField
          label={texts.searchProperty}
          name="search"
          type="search"
          value={text}
          onChange={setText}
          placeholder={texts.searchProperty}
          isLabelHidden
          isOptional
        />
      )}
      {allCount > 1 && (
        <Groups groups={groups.data ?? []} search={search} allCount={allCount} onChoose={onChoose} />
      )}
      {properties.data === undefined ? (
        <SkeletonCard rows={4} />
      ) : (
        <Properties found={properties.data} onChoose={onChoose} />
      )}
    </div>
  )
}

type GroupsProps = { groups: readonly Group[]; search: string; allCount: number; onChoose: Choose }

function Groups({ groups, search, allCount, onChoose }: GroupsProps) {
  const { customer } = useText()
  const texts = customer.book
  const wanted = search.toLocaleLowerCase()
  const found = groups.filter((group) => group.name.toLocaleLowerCase().includes(wanted))
  if (search !== '' && found.length === 0) return null
  return (
    <Card title={texts.group} isFlush>
      <List label={texts.group}>
        {search === '' && (
          <ListRow
            icon="globe"
            title={texts.everywhere}
            detail={customer.propertyCount(allCount)}
            onClick={() => onChoose({ kind: 'everywhere', name: texts.everywhere })}
          />
        )}
        {found.slice(0, GROUPS_SHOWN).map((group) => (
          <ListRow
            key={group.id}
            icon="building"
            title={group.name}
            detail={customer.propertyCount(group.propertyCount)}
            onClick={() => onChoose({ kind: 'group', id: group.id, name: group.name })}
          />
        ))}
      </List>
      {found.length > GROUPS_SHOWN && <Hint>{texts.moreGroups(found.length - GROUPS_SHOWN)}</Hint>}
    </Card>
  )
}

function Properties({ found, onChoose }: { found: Reply<'POST /api/get-properties'>; onChoose: Choose }) {
  const texts = useText().customer.book
  const { properties, totalCount } = found
  return (
    <Card title={texts.onePlace} isFlush>
      <List label={texts.onePlace}>
        {properties.map((property) => (
          <ListRow
            key={property.id}
            icon="home"
            title={property.name}
            detail={property.address ?? property.neighbourhood ?? undefined}
            onClick={() => onChoose({ kind: 'property', id: property.id, name: property.name })}
          />
        ))}
      </List>
      {properties.length === 0 && <Hint>{texts.nothingFound}</Hint>}
      {totalCount > properties.length && <Hint>{texts.moreProperties(totalCount - properties.length)}</Hint>}
    </Card>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">{children}</p>
}

function NoProperty() {
  const texts = useText().customer.book
  return (
    <Card>
      <EmptyState
        icon="home"
        title={texts.noProperty}
        action={
          <ButtonLink tone="primary" icon="plus" to={linkTo('home', {}, { add: 'property' })}>
            {texts.addProperty}
          </ButtonLink>
        }
      >
        {texts.noPropertyBody}
      </EmptyState>
    </Card>
  )
}
