/** Finding weekly jobs among many: words, and what else they have in common. On a phone the choices open when asked for. */
import { useState } from 'react'
import { WEEKDAYS } from '#domain/time.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useIsDesk } from '#web/ui/looks/desk.ts'
import { SavedFilters } from './saved-filters.tsx'
import { isSame, type JobFilter, NO_FILTER } from './use-job-filter.ts'

type Kept = Reply<'GET /api/job-filters'>
type FilterBarProps = { kept: Kept; filter: JobFilter; onFilter: (filter: JobFilter) => void }

export function FilterBar({ kept, filter, onFilter }: FilterBarProps) {
  const { weeklyList: texts } = useText()
  const isDesk = useIsDesk()
  const [isOpen, setOpen] = useState(false)
  const chosenCount = Object.entries({ ...filter, search: '' }).filter(([, value]) => value).length
  const isFiltered = !isSame(filter, NO_FILTER)
  return (
    <Card>
      <section aria-label={texts.find} className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={texts.search}
            hint={texts.searchHint}
            name="search"
            type="search"
            maxLength={100}
            isOptional
            isUnmarked
            value={filter.search}
            onChange={(search) => onFilter({ ...filter, search })}
          />
          <SavedFilters kept={kept.filters} filter={filter} onFilter={onFilter} />
        </div>
        {(isDesk || isOpen) && <Choices kept={kept} filter={filter} onFilter={onFilter} />}
        {(!isDesk || isFiltered) && (
          <div className="flex flex-wrap gap-2">
            {!isDesk && (
              <Button icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {texts.filters(chosenCount)}
              </Button>
            )}
            {isFiltered && (
              <Button tone="quiet" onClick={() => onFilter(NO_FILTER)}>
                {texts.clear}
              </Button>
            )}
          </div>
        )}
      </section>
    </Card>
  )
}

function Choices({ kept, filter, onFilter }: FilterBarProps) {
  const { weeklyList: texts, ui } = useText()
  const services = useServices()
  const groups = useEndpoint('GET /api/property-groups').data ?? []
  const frame = { isOptional: true, isUnmarked: true }
  const set = (part: Partial<JobFilter>) => onFilter({ ...filter, ...part })
  return (
    <div className="grid grid-cols-2 gap-3 desk:grid-cols-5">
      {groups.length > 0 && (
        <SelectField
          {...frame}
          label={texts.group}
          name="group"
          value={filter.groupId ?? ''}
          onChange={(id) => set({ groupId: groups.find((group) => group.id === id)?.id ?? null })}
          options={[
            { value: '', label: texts.allGroups },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <SelectField
        {...frame}
        label={texts.service}
        name="service"
        value={filter.serviceKey}
        onChange={(serviceKey) => set({ serviceKey })}
        options={[
          { value: '', label: texts.allServices },
          ...services.all
            .filter((service) => service.isWeekly)
            .map(({ key }) => ({ value: key, label: services.name(key) })),
        ]}
      />
      {kept.crews.length > 0 && (
        <SelectField
          {...frame}
          label={texts.crew}
          name="crew"
          value={filter.crewId ?? ''}
          onChange={(id) => set({ crewId: kept.crews.find((crew) => crew.id === id)?.id ?? null })}
          options={[
            { value: '', label: texts.allCrews },
            ...kept.crews.map(({ id, firstName }) => ({ value: id, label: firstName })),
          ]}
        />
      )}
      <SelectField
        {...frame}
        label={texts.weekday}
        name="weekday"
        value={filter.weekday === null ? '' : String(filter.weekday)}
        onChange={(day) => set({ weekday: WEEKDAYS.find((each) => String(each) === day) ?? null })}
        options={[
          { value: '', label: texts.allWeekdays },
          ...WEEKDAYS.map((day) => ({ value: String(day), label: ui.weekdays.long[day - 1]! })),
        ]}
      />
      <div className="col-span-2 desk:col-span-1">
        <SelectField
          {...frame}
          label={texts.state}
          name="state"
          value={filter.state}
          onChange={(state) => set({ state })}
          options={(['', 'active', 'paused'] as const).map((value) => ({
            value,
            label: texts.states[value],
          }))}
        />
      </div>
    </div>
  )
}
