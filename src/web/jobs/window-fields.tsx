/** The time of day of a service: any time, one of the usual windows, or own times. */
import { keysOf } from '#domain/keys.ts'
import { useText } from '#web/text/store.ts'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { TimeField } from '#web/ui/forms/date-field.tsx'
import type { Draft } from '#web/ui/forms/draft.ts'

const USUAL = {
  morning: { start: '06:00', end: '10:00' },
  day: { start: '09:00', end: '17:00' },
  evening: { start: '17:00', end: '21:00' },
} as const

type WindowKind = 'anytime' | keyof typeof USUAL | 'own'
export type WindowDraft = { windowKind: WindowKind; windowStart: string; windowEnd: string }

export function windowDraft(start: string | null, end: string | null): WindowDraft {
  if (start === null || end === null) return { windowKind: 'anytime', windowStart: '', windowEnd: '' }
  const usual = keysOf(USUAL).find((kind) => USUAL[kind].start === start && USUAL[kind].end === end)
  return { windowKind: usual ?? 'own', windowStart: start, windowEnd: end }
}

/** Undefined for what is no kind of window. */
export function windowKindOf(value: unknown): WindowKind | undefined {
  const kinds: readonly WindowKind[] = ['anytime', ...keysOf(USUAL), 'own']
  return kinds.find((kind) => kind === value)
}

/** Null is any time. */
export function readWindow(draft: WindowDraft): { start: string; end: string } | null {
  if (draft.windowKind === 'anytime') return null
  return draft.windowKind === 'own'
    ? { start: draft.windowStart, end: draft.windowEnd }
    : USUAL[draft.windowKind]
}

export function WindowFields({ draft }: { draft: Pick<Draft<WindowDraft>, 'values' | 'set'> }) {
  const texts = useText().customer.book
  const { windowKind, windowStart, windowEnd } = draft.values
  const { set } = draft
  return (
    <>
      <ChipGroup<WindowKind>
        label={texts.window}
        name="windowKind"
        value={windowKind}
        onChange={(kind) => set({ windowKind: kind })}
        options={[
          { value: 'anytime', label: texts.anytime },
          { value: 'morning', label: texts.windows.morning },
          { value: 'day', label: texts.windows.day },
          { value: 'evening', label: texts.windows.evening },
          { value: 'own', label: texts.windows.own },
        ]}
      />
      {windowKind === 'own' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TimeField
            label={texts.windowStart}
            name="windowStart"
            value={windowStart}
            onChange={(start) => set({ windowStart: start })}
          />
          <TimeField
            label={texts.windowEnd}
            name="windowEnd"
            value={windowEnd}
            onChange={(end) => set({ windowEnd: end })}
          />
        </div>
      )}
    </>
  )
}
