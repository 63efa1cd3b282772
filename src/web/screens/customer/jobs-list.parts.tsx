import { isLocalDate, type LocalDate } from '#domain/time.ts'
import { VISIT_STATES, type VisitState } from '#domain/visits/graph.ts'
import { useServices } from '#web/jobs/services.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { MultiChipGroup } from '#web/ui/forms/chip-group.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

export type VisitFilters = {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly states: readonly VisitState[]
  readonly serviceKey: string
  readonly search: string
}

type FiltersProps = {
  filters: VisitFilters
  onChange: (change: Partial<VisitFilters>) => void
  countByState: Partial<Record<VisitState, number>>
}

export function Filters({ filters, onChange, countByState }: FiltersProps) {
  const { customer } = useText()
  const texts = customer.list
  const services = useServices()
  const changeDay = (key: 'from' | 'to') => (day: string) => {
    if (isLocalDate(day)) onChange({ [key]: day })
  }
  const states = VISIT_STATES.filter(
    (state) => (countByState[state] ?? 0) > 0 || filters.states.includes(state),
  )
  return (
    <Card title={texts.filters}>
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <DateField label={texts.from} name="from" value={filters.from} onChange={changeDay('from')} />
          <DateField label={texts.to} name="to" value={filters.to} onChange={changeDay('to')} />
          <SelectField
            label={texts.service}
            name="service"
            value={filters.serviceKey}
            options={[
              { value: '', label: texts.allServices },
              ...services.all.map(({ key }) => ({ value: key, label: services.name(key) })),
            ]}
            onChange={(serviceKey) => onChange({ serviceKey })}
          />
          <TextField
            label={texts.search}
            name="search"
            type="search"
            isOptional
            isUnmarked
            value={filters.search}
            onChange={(search) => onChange({ search })}
          />
        </div>
        {states.length > 1 && (
          <MultiChipGroup<VisitState>
            label={texts.state}
            name="states"
            value={filters.states}
            onChange={(chosen) => onChange({ states: chosen })}
            options={states.map((state) => ({
              value: state,
              label: `${customer.states[state]} ${countByState[state] ?? 0}`,
            }))}
          />
        )}
      </div>
    </Card>
  )
}
