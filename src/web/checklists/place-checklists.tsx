/** What crews go through at a place, service by service; its customer changes it. */
import { useState } from 'react'
import { listOfPlace } from '#domain/checklists/items.ts'
import type { PropertyId } from '#domain/ids.ts'
import { useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useKindText } from './kind-fields.tsx'
import { PlaceEditor, type PlaceList } from './place-editor.tsx'

export function PlaceChecklists({ propertyId }: { propertyId: PropertyId }) {
  const { place: texts } = useText().checklists
  const read = useEndpoint('GET /api/place-checklists', { query: { id: propertyId } })
  if (read.isLoadingError)
    return (
      <Card title={texts.title}>
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      </Card>
    )
  if (!read.data || read.data.lists.length === 0) return null
  return (
    <Card title={texts.title}>
      <p className="pb-3 text-muted">{texts.hint}</p>
      <div className="grid divide-y divide-line">
        {read.data.lists.map((list) => (
          <OfService key={list.serviceKey} propertyId={propertyId} list={list} />
        ))}
      </div>
    </Card>
  )
}

function OfService({ propertyId, list }: { propertyId: PropertyId; list: PlaceList }) {
  const { checklists: texts } = useText()
  const services = useServices()
  const [isEditing, setEditing] = useState(false)
  const mayChange = useMayHere()('schedule')
  const name = services.name(list.serviceKey)
  return (
    <section className="grid gap-2 py-3 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="flex min-w-0 flex-1 basis-24 items-center gap-2 font-semibold">
          <Icon name={services.icon(list.serviceKey)} size={20} className="text-muted" />
          {name}
        </h3>
        {mayChange && !isEditing && (
          <Button
            tone="quiet"
            aria-label={texts.place.changeOf(name)}
            aria-expanded={false}
            onClick={() => setEditing(true)}
          >
            {texts.place.change}
          </Button>
        )}
      </div>
      {isEditing ? (
        <PlaceEditor
          propertyId={propertyId}
          list={list}
          serviceName={name}
          onClose={() => setEditing(false)}
        />
      ) : (
        <Shown list={list} />
      )}
    </section>
  )
}

function Shown({ list }: { list: PlaceList }) {
  const { checklists: texts } = useText()
  const language = useLanguage()
  const kindText = useKindText()
  const items = listOfPlace(list.serviceItems, list.placeItems)
  if (items.length === 0) return <p className="text-sm text-muted">{texts.place.none}</p>
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5">{texts.count(items.length)}</summary>
      <ol className="list-decimal pb-1 pl-6">
        {items.map((item) => (
          <li key={item.key} className="py-0.5">
            <span lang={item.language ?? undefined}>{item.words[language]}</span>
            <span className="block text-sm text-muted">
              {[kindText(item), item.language && texts.place.own].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
