import { useText } from '#web/text/store.ts'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import type { Draft } from '#web/ui/forms/draft.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { PushDraft } from './push-draft.ts'

/** The whole market, or a circle around a point. */
export function PushArea({ draft }: { draft: Draft<PushDraft> }) {
  const texts = useText().schedule.operator
  return (
    <>
      <ChipGroup
        label={texts.area}
        options={[
          { value: 'market', label: texts.areas.market },
          { value: 'circle', label: texts.areas.circle },
        ]}
        {...draft.field('areaKind')}
      />
      {draft.values.areaKind === 'circle' && (
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label={texts.lat} inputMode="decimal" {...draft.field('lat')} />
          <TextField label={texts.lng} inputMode="decimal" {...draft.field('lng')} />
          <TextField label={texts.radius} inputMode="decimal" {...draft.field('radiusMiles')} />
        </div>
      )}
    </>
  )
}
