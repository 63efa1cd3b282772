/** Live prices for an address or a quarter, before there is an account; every quantity can be tried. */
import { useState } from 'react'
import { useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { AddressField } from '#web/places/address-field.tsx'
import { JoinWaitlist } from '#web/places/join-waitlist.tsx'
import { useKeptDraft } from '#web/steps/use-kept-draft.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { type Facts, middleOf } from './facts.ts'
import { Heading } from './heading.tsx'
import { EMPTY_QUOTE, QUOTE, type Spot } from './kept-quote.ts'
import { PriceGroup } from './price-group.tsx'

export function StreetPrices({ facts }: { facts: Facts | undefined }) {
  const { prices: texts } = useText().frontDoor
  const draft = useKeptDraft(QUOTE, EMPTY_QUOTE)
  const { place, quarter, quantities } = draft.values
  const spot = place ? { ...place, name: place.address } : (quarter ?? middleOf(facts))
  return (
    <section className="grid items-start gap-6 lg:grid-cols-[1fr_1.8fr] lg:gap-10">
      <div className="grid gap-4">
        <Heading>{texts.title}</Heading>
        <p className="text-muted">{texts.body}</p>
        <AddressField
          label={texts.address}
          name="street"
          value={place}
          onChange={(chosen) => draft.set({ place: chosen })}
        />
        {facts && facts.quarters.length > 0 && place === null && (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="pb-2 text-sm text-muted">{texts.quarters}</legend>
            {facts.quarters.map((each) => (
              <Button
                key={each.name}
                aria-pressed={each.name === quarter?.name}
                tone={each.name === quarter?.name ? 'primary' : 'secondary'}
                onClick={() => draft.set({ quarter: each.name === quarter?.name ? null : each })}
              >
                {each.name}
              </Button>
            ))}
          </fieldset>
        )}
      </div>
      {spot === undefined ? (
        <SkeletonCard rows={8} />
      ) : (
        <PriceList
          spot={spot}
          quantities={quantities}
          onChange={(serviceKey, quantity) =>
            draft.set({ quantities: { ...quantities, [serviceKey]: quantity } })
          }
        />
      )}
    </section>
  )
}

type PriceListProps = {
  spot: Spot
  quantities: Readonly<Record<string, number>>
  onChange: (serviceKey: string, quantity: number) => void
}

function PriceList({ spot, quantities, onChange }: PriceListProps) {
  const { prices: texts } = useText().frontDoor
  const services = useServices()
  const items = services.all.map(({ key }) => ({ serviceKey: key, quantity: quantities[key] ?? 1 }))
  const priced = useEndpoint(
    'POST /api/price-street',
    { body: { lat: spot.lat, lng: spot.lng, items } },
    { isEnabled: items.length > 0, staleMs: 60_000 },
  )
  const [last, setLast] = useState(priced.data)
  // While the next quantity is priced the last prices stay where they are.
  if (priced.data && priced.data !== last) setLast(priced.data)
  const shown = priced.data ?? last
  if (priced.isError) return <Banner tone="warn">{texts.later}</Banner>
  if (shown === undefined) return <SkeletonCard rows={8} />
  if (shown.market === null) return <JoinWaitlist place={{ ...spot, address: spot.name }} />
  const rowsOf = (isWeekly: boolean) =>
    shown.prices.filter(({ serviceKey }) => services.find(serviceKey)?.isWeekly === isWeekly)
  return (
    <Card title={texts.at(spot.name)} isFlush>
      <output className="sr-only">{texts.served(shown.market.name)}</output>
      <div className="grid gap-x-6 sm:grid-cols-2">
        <PriceGroup title={texts.weekly} rows={rowsOf(true)} onChange={onChange} />
        <PriceGroup title={texts.once} rows={rowsOf(false)} onChange={onChange}>
          <div className="flex flex-wrap gap-2 pt-4">
            <ButtonLink to={linkTo('ondemand')}>{texts.bookOnce}</ButtonLink>
          </div>
          <p className="pt-3 text-sm text-muted">{texts.note}</p>
        </PriceGroup>
      </div>
    </Card>
  )
}
