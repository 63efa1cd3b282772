import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'

/** Hours are those of the place (field 4): said where this phone's clock is another. */
export function PlaceTime({ zone }: { zone: string }) {
  const { crew } = useText()
  const language = useLanguage()
  if (zone === new Intl.DateTimeFormat().resolvedOptions().timeZone) return null
  return <p className="text-sm text-muted">{crew.placeTime(zoneName(zone, language))}</p>
}
