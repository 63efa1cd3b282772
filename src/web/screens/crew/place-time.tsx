import { useText } from '#web/text/store.ts'

/** Hours are those of the place (field 4): said where this phone's clock is another. */
export function PlaceTime({ zone }: { zone: string }) {
  const { crew } = useText()
  if (zone === new Intl.DateTimeFormat().resolvedOptions().timeZone) return null
  return <p className="text-sm text-muted">{crew.placeTime(zone)}</p>
}
