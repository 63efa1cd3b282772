import { useNavigate, useSearchParams } from 'react-router'
import { keysOf } from '#domain/keys.ts'
import { addDays, daysBetween, type LocalDate } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { linkTo } from '#web/urls.ts'
import type { AskedPeriod } from './asked-period.ts'

/** Which days and which service; both stand in the address. */
export function PeriodFields({ asked, today }: { asked: AskedPeriod; today: LocalDate }) {
  const { numbers: texts } = useText()
  const language = useLanguage()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const services = useEndpoint('GET /api/services').data ?? []
  const { from, to } = asked
  const yesterday = addDays(today, -1)
  const set = (change: Record<string, string | undefined>) => {
    const { rows: _rows, ...kept } = Object.fromEntries(search)
    void navigate(linkTo('operatorNumbers', {}, { ...kept, from, to, ...change }), { replace: true })
  }
  return (
    <Card>
      <div className="grid gap-3">
        <ChipGroup
          label={texts.period}
          isLabelHidden
          name="period"
          options={keysOf(texts.periods).map((value) => ({ value, label: texts.periods[value] }))}
          value={
            keysOf(texts.periods).find(
              (days) => to === yesterday && daysBetween(from, to) + 1 === Number(days),
            ) ?? ''
          }
          onChange={(days) => set({ from: addDays(yesterday, 1 - Number(days)), to: yesterday })}
        />
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
          <DateField
            label={texts.from}
            name="from"
            isOptional
            isUnmarked
            value={from}
            max={to}
            onChange={(value) => value !== '' && set({ from: value })}
          />
          <DateField
            label={texts.to}
            name="to"
            isOptional
            isUnmarked
            value={to}
            min={from}
            onChange={(value) => value !== '' && set({ to: value })}
          />
          <SelectField
            label={texts.service}
            name="service"
            isOptional
            isUnmarked
            value={asked.serviceKey ?? ''}
            options={[
              { value: '', label: texts.allServices },
              ...services.map((service) => ({ value: service.key, label: nameIn(language, service) })),
            ]}
            onChange={(value) => set({ service: value || undefined })}
          />
        </div>
      </div>
    </Card>
  )
}
