/** A page for testing: the address search as it is configured here, with its raw answer (product §4, diagnostics). */
import { useDeferredValue, useState } from 'react'
import { useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function PlacesTesting() {
  const texts = useText().places.testing
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const found = useEndpoint(
    'POST /api/search-places',
    { body: { text: wanted } },
    { isEnabled: wanted !== '' },
  )
  const places = wanted === '' ? undefined : found.data?.places
  return (
    <Page title={texts.title} subtitle={texts.subtitle}>
      <Card>
        <TextField
          label={texts.address}
          name="address"
          type="search"
          value={text}
          onChange={setText}
          maxLength={200}
          autoComplete="off"
          isOptional
        />
      </Card>
      {wanted !== '' && found.isPending && <Skeleton rows={3} />}
      {wanted !== '' && found.isError && (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      )}
      {places !== undefined && (
        <>
          <Card title={texts.found(places.length)} isFlush>
            {places.length > 0 && (
              <RouteMap
                stops={places.map((place) => ({ id: place.address, place, label: place.address }))}
                isRoute={false}
                hasVisibleList
              />
            )}
            <List label={texts.found(places.length)}>
              {places.map((place) => (
                <ListRow
                  key={`${place.address} ${place.lat}`}
                  icon="map-pin"
                  title={place.address}
                  detail={[place.neighbourhood, `${place.lat}, ${place.lng}`, place.timeZone]
                    .filter(Boolean)
                    .join(' · ')}
                />
              ))}
            </List>
          </Card>
          <Card title={texts.raw}>
            <pre className="overflow-x-auto text-sm">{JSON.stringify(found.data, null, 2)}</pre>
          </Card>
        </>
      )}
    </Page>
  )
}
