/** Where a crew starts, how far it drives, what it does and when: at registration and on its profile. */

import { useState } from 'react'
import { FEET_PER_MILE } from '#domain/geo.ts'
import { isLocalTime, type Weekday } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'
import { iconOf } from '#web/jobs/services.ts'
import type { ChosenPlace } from '#web/places/address-field.tsx'
import { PlaceField } from '#web/places/place-field.tsx'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { MultiChipGroup, WeekdayPicker } from '#web/ui/forms/chip-group.tsx'
import { TimeField } from '#web/ui/forms/date-field.tsx'
import type { Draft } from '#web/ui/forms/draft.ts'
import { FormRefusal } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export type Work = {
  base: ChosenPlace | null
  rangeFeet: number
  services: readonly string[]
  weekdays: readonly Weekday[]
  starts: string
  ends: string
  vehicle: string
}

const RANGES_FEET = [3, 5, 10, 15, 20, 30, 50].map((miles) => miles * FEET_PER_MILE)

/** The usual ranges and the one that the crew has, which a select could not show else. */
export function rangesWith(feet: number): number[] {
  return [...new Set([...RANGES_FEET, feet])].toSorted((one, other) => one - other)
}

export const EMPTY_WORK: Work = {
  base: null,
  rangeFeet: 10 * FEET_PER_MILE,
  services: [],
  weekdays: [1, 2, 3, 4, 5],
  starts: '08:00',
  ends: '17:00',
  vehicle: '',
}

/** The same hours on every chosen day, as the endpoint takes them. */
export function hoursOf({ weekdays, starts, ends }: Work) {
  return weekdays.map((weekday) => ({ weekday, starts, ends }))
}

/** What the form refuses by itself, named by field. */
export function workRefusal(
  work: Work,
  texts: { chooseDay: string; chooseService: string },
): FormRefusal | null {
  if (work.services.length === 0)
    return new FormRefusal(texts.chooseService, { services: texts.chooseService })
  if (work.weekdays.length === 0) return new FormRefusal(texts.chooseDay, { weekdays: texts.chooseDay })
  return isLocalTime(work.starts) && isLocalTime(work.ends)
    ? null
    : new FormRefusal(texts.chooseDay, { starts: texts.chooseDay })
}

export function BaseFields({ draft }: { draft: Pick<Draft<Work>, 'values' | 'set' | 'field'> }) {
  const { onboarding } = useText()
  const { base, rangeFeet } = draft.values
  const [ranges] = useState(() => rangesWith(rangeFeet))
  return (
    <>
      <PlaceField
        label={onboarding.crew.base}
        name="base"
        value={base}
        onChange={(place) => draft.set({ base: place })}
      />
      <SelectField
        label={onboarding.crew.range}
        name="rangeFeet"
        options={ranges.map((feet) => ({
          value: String(feet),
          label: onboarding.crew.miles(Math.round((feet / FEET_PER_MILE) * 10) / 10),
        }))}
        value={String(rangeFeet)}
        onChange={(feet) => draft.set({ rangeFeet: Number(feet) })}
      />
    </>
  )
}

export function WorkFields({ draft }: { draft: Pick<Draft<Work>, 'values' | 'set' | 'field'> }) {
  const { onboarding } = useText()
  const language = useLanguage()
  const services = useEndpoint('GET /api/services', {}, { staleMs: 600_000 })
  if (services.isPending) return <Skeleton rows={3} />
  if (services.isLoadingError)
    return <ErrorState error={services.error} onRetry={() => void services.refetch()} />
  const own = draft.values.services
  const offered = services.data.filter((service) => service.isOffered || own.includes(service.key))
  const options = offered.map((service) => ({
    value: service.key,
    label: nameIn(language, service),
    icon: iconOf(service.icon),
  }))
  return (
    <>
      <MultiChipGroup label={onboarding.crew.services} options={options} {...draft.field('services')} />
      <WeekdayPicker label={onboarding.crew.days} {...draft.field('weekdays')} />
      <div className="grid cols-pair gap-3">
        <TimeField label={onboarding.crew.from} {...draft.field('starts')} />
        <TimeField label={onboarding.crew.until} {...draft.field('ends')} />
      </div>
      <TextField label={onboarding.crew.vehicle} isOptional maxLength={100} {...draft.field('vehicle')} />
    </>
  )
}
