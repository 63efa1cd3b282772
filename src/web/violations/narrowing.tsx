/** Over which months, at which building, of which kind. */
import { useNavigate } from 'react-router'
import { TREND_MONTHS } from '#domain/complexes/violation-trends.ts'
import { keysOf } from '#domain/keys.ts'
import type { Reply } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { type AskedTrends, linkToTrends } from './asked-trends.ts'

type NarrowingProps = {
  complex: Reply<'GET /api/complex'>
  asked: AskedTrends
  found: Reply<'GET /api/violation-trends'> | undefined
}

export function Narrowing({ complex, asked, found }: NarrowingProps) {
  const { complexes } = useText()
  const texts = complexes.trends
  const navigate = useNavigate()
  const narrow = (change: { [Key in keyof AskedTrends]?: AskedTrends[Key] | undefined }) => {
    const { months, buildingId, kind } = { ...asked, ...change }
    const wanted = {
      months: months ?? asked.months,
      ...(buildingId === undefined ? {} : { buildingId }),
      ...(kind === undefined ? {} : { kind }),
    }
    void navigate(linkToTrends(complex.id, wanted), { replace: true, preventScrollReset: true })
  }
  // Also those that were taken away since.
  const names = new Map([
    ...complex.buildings.map(({ id, name }) => [id, name] as const),
    ...(found?.buildings ?? []).map(({ buildingId, name }) => [buildingId, name] as const),
  ])
  return (
    <div className="grid gap-3">
      <ChipGroup
        label={texts.period}
        isLabelHidden
        name="months"
        options={TREND_MONTHS.map((value) => ({ value, label: texts.lastMonths(value) }))}
        value={asked.months}
        onChange={(months) => narrow({ months })}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <SelectField
          label={texts.building}
          name="building"
          isOptional
          isUnmarked
          value={asked.buildingId ?? ''}
          options={[
            { value: '', label: texts.allBuildings },
            ...[...names].map(([value, label]) => ({ value, label })),
          ]}
          onChange={(value) => narrow({ buildingId: value === '' ? undefined : value })}
        />
        <SelectField
          label={texts.kind}
          name="kind"
          isOptional
          isUnmarked
          value={asked.kind ?? ''}
          options={[
            { value: '', label: texts.allKinds },
            ...keysOf(complexes.kinds).map((value) => ({ value, label: complexes.kinds[value] })),
          ]}
          onChange={(value) => narrow({ kind: value === '' ? undefined : value })}
        />
      </div>
    </div>
  )
}
