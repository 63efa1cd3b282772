/** One change of many weekly jobs, as it is filled in. */
import { addDays, isLocalDate, type LocalDate, mondayOf, type Weekday } from '#domain/time.ts'
import type { CallInput } from '#web/api.ts'
import { readWindow, type WindowDraft } from '#web/jobs/window-fields.tsx'

export type BulkChange = CallInput<'POST /api/preview-bulk-change'>['body']['change']
export type BulkKind = BulkChange['kind']

export const KINDS = ['skip', 'pause', 'window', 'weekdays', 'quantity', 'crews', 'cancel'] as const

export type BulkDraft = WindowDraft & {
  kind: BulkKind
  week: string
  from: string
  to: string
  weekdays: readonly Weekday[]
  quantity: number
  /** Of the crews asked first; empty: nobody. */
  first: string
  second: string
  third: string
}

const WEEKS_OFFERED = 4

/** This week and the ones whose visits are planned. */
export function weeksFrom(today: LocalDate): LocalDate[] {
  return Array.from({ length: WEEKS_OFFERED }, (_, at) => addDays(mondayOf(today), 7 * at))
}

export function newDraft(today: LocalDate): BulkDraft {
  return {
    kind: 'skip',
    week: addDays(mondayOf(today), 7),
    from: addDays(today, 1),
    to: '',
    weekdays: [],
    quantity: 1,
    first: '',
    second: '',
    third: '',
    windowKind: 'morning',
    windowStart: '',
    windowEnd: '',
  }
}

/** As the server is asked; of a skipped week no chosen weekday means every one. */
export function changeOf(draft: BulkDraft): BulkChange {
  const { kind, week, from, to, quantity, first, second, third } = draft
  const weekdays = [...draft.weekdays]
  switch (kind) {
    case 'skip':
      return { kind, weekOf: week, ...(weekdays.length === 0 ? {} : { weekdays }) }
    case 'pause':
      return { kind, from, to: isLocalDate(to) ? to : null }
    case 'window':
      return { kind, from, window: readWindow(draft) }
    case 'weekdays':
      return { kind, from, weekdays }
    case 'quantity':
      return { kind, from, quantity }
    case 'crews':
      return { kind, crewIds: [...new Set([first, second, third])].filter((id) => id !== '') }
    case 'cancel':
      return { kind }
  }
}
