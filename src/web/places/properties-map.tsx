/** A customer's properties on a map, those that are near one another in clusters; a pin leads to its property. */
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { linkTo } from '#web/urls.ts'
import type { PropertyCard } from './group-rows.ts'

export function PropertiesMap({ properties }: { properties: readonly PropertyCard[] }) {
  const navigate = useNavigate()
  const stops = useMemo(
    () => properties.map(({ id, name, lat, lng }) => ({ id, label: name, place: { lat, lng } })),
    [properties],
  )
  return (
    <RouteMap
      stops={stops}
      isRoute={false}
      hasVisibleList
      onSelect={(id) => void navigate(linkTo('property', { property_id: id }))}
    />
  )
}
