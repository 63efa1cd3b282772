/** What an entry of the log says, field by field, as a person reads it. */
import { isCents } from '#domain/money.ts'
import { isLocalDate } from '#domain/time.ts'
import type { Text } from '#web/text/areas.ts'
import type { Format } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'

/** An entry of the log, or what a history tells of one. */
type Entered = {
  readonly detail: Readonly<Record<string, unknown>>
  readonly people: readonly { readonly id: string; readonly name: string }[]
}
/** `before` is absent where nothing was there to be changed. */
export type SaidField = { readonly field: string; readonly before?: string; readonly after: string }

type Said = { readonly texts: Text['auditLog']; readonly format: Format; readonly timeZone: string }

export function describeDetail({ detail, people }: Entered, said: Said): SaidField[] {
  const names = new Map<string, string>(people.map(({ id, name }) => [id, name]))
  const { before, after, ...facts } = detail
  const say = (field: string, value: unknown) => sayValue(field, value, names, said)
  const named = (field: string) => textFor(said.texts.fields, field) ?? spaced(field)
  return [
    ...changesOf(before, after).map(([field, from, to]) => ({
      field: named(field),
      before: say(field, from),
      after: say(field, to),
    })),
    ...Object.entries(facts).map(([field, value]) => ({ field: named(field), after: say(field, value) })),
  ]
}

/** Field by field where both sides have fields, else as one value. */
function changesOf(before: unknown, after: unknown): [string, unknown, unknown][] {
  if (before === undefined && after === undefined) return []
  if (!isFields(before) && !isFields(after)) return [['value', before, after]]
  const [old, now] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((field) => [
    field,
    old[field],
    now[field],
  ])
}

function sayValue(field: string, value: unknown, names: ReadonlyMap<string, string>, said: Said): string {
  const { texts, format, timeZone } = said
  if (value === null || value === undefined || value === '') return texts.nothing
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') {
    if (field.endsWith('Cents') && isCents(value)) return format.money(value)
    return field === 'year' ? String(value) : format.count(value)
  }
  if (Array.isArray(value))
    return value.map((each) => sayValue(field, each, names, said)).join(', ') || texts.nothing
  if (isFields(value))
    return Object.entries(value)
      .map(([name, each]) => {
        const label = textFor(texts.fields, name) ?? spaced(name)
        return `${label}: ${sayValue(name, each, names, said)}`
      })
      .join(' · ')
  if (typeof value !== 'string') return texts.nothing
  if (isLocalDate(value)) return format.date(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return format.dateTime(value, timeZone)
  return names.get(value) ?? value
}

/** `refusedRows` as `refused rows`, for a field that has no said yet. */
function spaced(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
