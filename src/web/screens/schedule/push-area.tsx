import { useText } from '#web/text/store.ts'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import type { Draft } from '#web/ui/forms/draft.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { PushDraft } from './push-draft.ts'

/** The whole market, or a circle around a point. */
export function PushArea({ draft }: { draft: Draft<PushDraft> }) {
  const words = useText().schedule.operator
  return (
    <>
      <ChipGroup
        label={words.area}
        options={[
          { value: 'market', label: words.areas.market },
          { value: 'circle', label: words.areas.circle },
        ]}
        {...draft.field('areaKind')}
      />
      {draft.values.areaKind === 'circle' && (
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label={words.lat} inputMode="decimal" {...draft.field('lat')} />
          <TextField label={words.lng} inputMode="decimal" {...draft.field('lng')} />
          <TextField label={words.radius} inputMode="decimal" {...draft.field('radiusMiles')} />
        </div>
      )}
    </>
  )
}
