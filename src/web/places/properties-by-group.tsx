/**
 * `<PropertiesByGroup />` – all properties of the customer by group, with search; five thousand scroll like five.
 * `?add=property` in the address opens the dialog that adds one.
 */

import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useEndpoint } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useMayHere } from '#web/session/looks-after.ts'
import { useUser } from '#web/session/user.ts'
import { loadAreas, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { findProperties, type GroupedRow, groupRows, type PropertyCard } from './group-rows.ts'
import { GroupHeadingRow, PropertyRow } from './properties-by-group.parts.tsx'

const ROW_HEIGHT = 72
const FEWEST_SEARCHED = 8

const AddProperty = lazy(async () => {
  const [{ AddPropertyDialog }] = await Promise.all([import('./add-property.tsx'), loadAreas(['onboarding'])])
  return { default: AddPropertyDialog }
})

const PropertiesMap = lazy(async () => ({ default: (await import('./properties-map.tsx')).PropertiesMap }))

export function PropertiesByGroup() {
  const texts = useText().places.list
  const properties = useEndpoint('GET /api/properties')
  const [query, setQuery] = useSearchParams()
  const setAdding = (isOpen: boolean) => setQuery(isOpen ? { add: 'property' } : {}, { replace: true })
  const mayAdd = useMayHere()('places', true)
  const isOwn = !useUser()?.looks_after
  const hospitable = useEndpoint('GET /api/hospitable', undefined, { isEnabled: isOwn })
  const actions = mayAdd && (
    <div className={`flex flex-wrap gap-2 ${properties.data?.length === 0 ? 'justify-center' : ''}`}>
      <Button
        tone={properties.data?.length === 0 ? 'primary' : 'secondary'}
        icon="plus"
        onClick={() => setAdding(true)}
      >
        {texts.add}
      </Button>
      <ButtonLink icon="upload" to={linkTo('importProperties')}>
        {texts.import}
      </ButtonLink>
      {hospitable.data !== undefined &&
        (hospitable.data.isOffered || hospitable.data.connection !== null) && (
          <ButtonLink icon="home" to={linkTo('hospitableRedirect')}>
            {hospitable.data.connection?.state === 'lapsed' ? texts.hospitableLapsed : texts.hospitable}
          </ButtonLink>
        )}
    </div>
  )
  return (
    <Card title={texts.title} isFlush>
      {properties.isPending && <Skeleton rows={4} />}
      {properties.isLoadingError && (
        <ErrorState error={properties.error} onRetry={() => void properties.refetch()} />
      )}
      {properties.data?.length === 0 && (
        <EmptyState icon="home" title={texts.empty} action={actions}>
          {texts.emptyBody}
        </EmptyState>
      )}
      {properties.data !== undefined && properties.data.length > 0 && (
        <>
          <div className="px-4 pb-3 sm:px-5">{actions}</div>
          <GroupedList properties={properties.data} />
        </>
      )}
      {query.get('add') === 'property' && (
        <PartBoundary onMissing={() => setAdding(false)}>
          <Suspense>
            <AddProperty onClose={() => setAdding(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </Card>
  )
}

function GroupedList({ properties }: { properties: readonly PropertyCard[] }) {
  const texts = useText().places.list
  const [search, setSearch] = useState('')
  const [toggled, setToggled] = useState<ReadonlySet<string | null>>(new Set())
  const [isMapOpen, setMapOpen] = useState(false)
  const wanted = useDeferredValue(search)
  const found = useMemo(() => findProperties(properties, wanted), [properties, wanted])
  const rows = useMemo(
    () => groupRows(properties, { search: wanted, toggled, noGroup: texts.noGroup }),
    [properties, wanted, toggled, texts],
  )
  const toggle = (groupId: string | null) => {
    const next = new Set(toggled)
    if (!next.delete(groupId)) next.add(groupId)
    setToggled(next)
  }
  return (
    <>
      {properties.length >= FEWEST_SEARCHED && (
        <div className="px-4 pb-3 sm:px-5">
          <TextField
            label={texts.search}
            name="search"
            type="search"
            value={search}
            onChange={(text) => {
              setSearch(text)
              setToggled(new Set())
            }}
            placeholder={texts.searchHint}
            isLabelHidden
            isOptional
          />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3 pb-2 ps-4 pe-2 sm:ps-5">
        <output className="text-sm text-muted">
          {rows.length === 0 ? texts.nothingFound : texts.count(countOf(rows))}
        </output>
        <Button tone="quiet" icon="map-pin" aria-expanded={isMapOpen} onClick={() => setMapOpen(!isMapOpen)}>
          {texts.onMap}
        </Button>
      </div>
      {isMapOpen && (
        <Suspense>
          <PropertiesMap properties={found} />
        </Suspense>
      )}
      <VirtualList
        label={texts.title}
        items={rows}
        rowHeight={ROW_HEIGHT}
        itemKey={(row) => (row.kind === 'group' ? `group-${row.groupId}` : row.property.id)}
        renderItem={(row) =>
          row.kind === 'group' ? (
            <GroupHeadingRow heading={row} onToggle={() => toggle(row.groupId)} />
          ) : (
            <PropertyRow property={row.property} />
          )
        }
      />
    </>
  )
}

function countOf(rows: readonly GroupedRow[]): number {
  return rows.reduce((sum, row) => sum + (row.kind === 'group' ? row.count : 0), 0)
}
