/** The place: one of the customer's own, or any address that we serve. */
import { type Reply, useEndpoint } from '#web/api.ts'
import { PlaceField } from '#web/places/place-field.tsx'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import type { OrderInTheMaking, OrderPlace } from './order-draft.ts'
import { useServicesAt } from './use-services-at.ts'

const PLACES_SHOWN = 5

export type StepProps = { order: OrderInTheMaking; onNext: () => void }

export function WhereStep({ order, onNext }: StepProps) {
  const { where: texts } = useText().ondemand
  const user = useUser()
  const { place, propertyId } = order.draft
  const services = useServicesAt(place)
  const isServed = services.data?.isServed !== false
  return (
    <>
      {user?.type === 'Customer' && (
        <OwnPlaces
          chosenId={propertyId}
          onChoose={(property) => {
            const address = property.address ?? property.name
            order.set({ propertyId: property.id, place: { address, lat: property.lat, lng: property.lng } })
            onNext()
          }}
        />
      )}
      <Card title={texts.title}>
        <div className="grid gap-4">
          <PlaceField
            label={texts.address}
            name="place"
            value={place === null ? null : { ...place, neighbourhood: null, timeZone: '' }}
            onChange={(found) => order.set({ propertyId: null, place: found && onlyPlace(found) })}
          />
          {!isServed && (
            <Banner tone="warn" title={texts.notServed}>
              {texts.notServedBody}
            </Banner>
          )}
          {place !== null && isServed && (
            <Button tone="primary" icon="arrow-right" onClick={onNext}>
              {texts.next}
            </Button>
          )}
        </div>
      </Card>
    </>
  )
}

type Property = Reply<'GET /api/properties'>[number]

function OwnPlaces({
  chosenId,
  onChoose,
}: {
  chosenId: string | null
  onChoose: (property: Property) => void
}) {
  const { where: texts } = useText().ondemand
  const properties = useEndpoint('GET /api/properties')
  if (!properties.data || properties.data.length === 0) return null
  return (
    <Card title={texts.mine} isFlush>
      <List label={texts.mine}>
        {properties.data.slice(0, PLACES_SHOWN).map((property) => (
          <ListRow
            key={property.id}
            icon={property.id === chosenId ? 'check' : 'home'}
            title={property.name}
            detail={property.address}
            onClick={() => onChoose(property)}
          />
        ))}
      </List>
    </Card>
  )
}

function onlyPlace({ address, lat, lng }: OrderPlace): OrderPlace {
  return { address, lat, lng }
}
