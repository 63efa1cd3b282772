/** What a setting is on the screen, and what was typed for it: dollars, percent, and plain numbers of its unit. */
import { cents } from '#domain/money.ts'
import { type Instant, instantAt, localDate, localTime, WEEKDAYS } from '#domain/time.ts'
import type { CallInput, Reply } from '#web/api.ts'
import type { Text } from '#web/text/areas.ts'
import type { Format } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'

export type Setting = Reply<'POST /api/get-settings'>['settings'][number]
export type SettingValue = Setting['value']
type Sent = NonNullable<CallInput<'POST /api/set-setting'>['body']['value']>

export type SaveSetting = (value: SettingValue | null, inForceFrom: Instant | null) => Promise<void>

/** By field: `value`, or the year. */
export type Typed = Readonly<Record<string, string>>

type SettingTexts = Text['catalogue']['settings'] & { readonly weekdays: Text['ui']['weekdays']['long'] }

const WHOLE = /^\d{1,9}$/
const DECIMAL = /^\d{1,7}(\.\d{1,2})?$/

/** A sentence's object: `$5.00`, `12.5%`, `20 minutes`, `Monday`, `6:00 AM`, `1, 3, 7 days`. */
export function showSetting(
  { kind, unit }: Setting,
  value: SettingValue,
  texts: SettingTexts,
  format: Format,
): string {
  if (Array.isArray(value)) return value.map((each) => showNumber(each, unit, texts, format)).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([year, each]) => `${year}: ${showYear(each, unit, texts, format)}`)
      .join(' · ')
  if (kind === 'weekday') return texts.weekdays[WEEKDAYS.findIndex((day) => day === value)] ?? ''
  if (typeof value === 'string') return kind === 'time' ? format.clock(localTime(value)) : value
  return typeof value === 'number' ? showNumber(value, unit, texts, format) : ''
}

function showYear(value: unknown, unit: string | null, texts: SettingTexts, format: Format): string {
  if (typeof value === 'number') return showNumber(value, unit, texts, format)
  return typeof value === 'string' ? (textFor(texts.choices, value) ?? value) : ''
}

function showNumber(value: number, unit: string | null, texts: SettingTexts, format: Format): string {
  if (unit === 'cents') return format.money(cents(value))
  if (unit === 'basis_points') return format.percent(value)
  const name = unit === null ? undefined : textFor(texts.units, unit)
  return name === undefined ? format.count(value) : name(value)
}

export function showRange(
  { kind, unit, minimum, maximum }: Setting,
  texts: SettingTexts,
  format: Format,
): string {
  if (minimum === null || maximum === null || kind === 'tax_by_service') return ''
  return texts.range(showNumber(minimum, unit, texts, format), showNumber(maximum, unit, texts, format))
}

/** What stands in the fields when the panel opens. */
export function typedOf({ unit }: Setting, value: SettingValue): Typed {
  if (Array.isArray(value)) return { value: value.map((each) => typedNumber(each, unit)).join(', ') }
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([year, each]) => [
        year,
        typeof each === 'number' ? typedNumber(each, unit) : String(each),
      ]),
    )
  return { value: typeof value === 'number' && unit !== null ? typedNumber(value, unit) : String(value) }
}

function typedNumber(value: number, unit: string | null): string {
  return isHundredths(unit) ? String(value / 100) : String(value)
}

/** Null where it cannot be read; whether it is within its range is the server's to say. */
export function readTyped({ kind, unit }: Setting, typed: Typed): Sent | null {
  const value = typed['value'] ?? ''
  switch (kind) {
    case 'time':
      return value === '' ? null : value
    case 'weekday':
      return WEEKDAYS.find((day) => String(day) === value) ?? null
    case 'number':
      return readNumber(value, unit)
    case 'numbers':
      return everyOne(value.split(',').map((each) => readNumber(each, unit)))
    case 'by_year': {
      const years = Object.entries(typed).filter(([, each]) => each.trim() !== '')
      const read = everyOne(years.map(([, each]) => readNumber(each, unit)))
      return read && Object.fromEntries(years.map(([year], at) => [year, read[at]!]))
    }
    case 'choice_by_year':
      return Object.fromEntries(Object.entries(typed).filter(([, each]) => each !== ''))
    case 'tax_by_service':
      return null
  }
}

export function readNumber(typed: string, unit: string | null): number | null {
  const plain = typed
    .trim()
    .replace(/^\$|%$/g, '')
    .replaceAll(',', '')
    .trim()
  if (!isHundredths(unit)) return WHOLE.test(plain) ? Number(plain) : null
  return DECIMAL.test(plain) ? Math.round(Number(plain) * 100) : null
}

function everyOne(read: readonly (number | null)[]): number[] | null {
  const known = read.filter((each) => each !== null)
  return known.length === read.length && known.length > 0 ? known : null
}

function isHundredths(unit: string | null): boolean {
  return unit === 'cents' || unit === 'basis_points'
}

/** Whether the city that is shown, or all of them, has a value of its own. */
export function isOwn({ history }: Setting): boolean {
  return (history.at(-1)?.value ?? null) !== null
}

/** Whether a setting differs from what every city begins with. */
export function isChanged({ value, byDefault }: Setting): boolean {
  return JSON.stringify(value) !== JSON.stringify(byDefault)
}

/** Midnight of a day at the market. */
export function midnightOf(day: string, zone: string): Instant {
  return instantAt(localDate(day), localTime('00:00'), zone)
}
