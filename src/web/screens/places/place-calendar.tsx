/** The calendar of one place, for whoever shares it with a cleaner or a co-host. */
import { CalendarLinks } from '#web/calendars/calendar-links.tsx'
import { CalendarCard } from '#web/calendars/own-calendars.tsx'
import { useText } from '#web/text/store.ts'
import type { Property } from './reply-types.ts'

export function PlaceCalendar({ property }: { property: Property }) {
  const { calendars: texts } = useText().onboarding
  return (
    <CalendarCard body={texts.placeBody}>
      <CalendarLinks subjects={[[{ kind: 'place', propertyId: property.id }, property.name]]} />
    </CalendarCard>
  )
}
