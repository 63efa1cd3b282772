/** How values cross between PostgreSQL and JavaScript: the one place that decides it. */
import { types } from 'pg'
import { type Instant, instant } from '#domain/time.ts'

const OID = { int8: 20, timestamptz: 1184, timestamp: 1114, date: 1082, time: 1083 }
const ARRAY_OID = { int8: 1016, timestamptz: 1185, timestamp: 1115, date: 1182, time: 1183 }
type Oid = Parameters<typeof types.getTypeParser>[0]
const TEXT_ARRAY_OID = 1009

const pgParser = (oid: Oid, format?: 'text' | 'binary'): ((text: string) => unknown) =>
  types.getTypeParser(oid, format)
const parseDate: (text: string) => Date = types.getTypeParser(types.builtins.TIMESTAMPTZ)

const parsers = new Map<number, (text: string) => unknown>([
  [OID.int8, parseSafeInteger],
  [OID.timestamptz, parseTimestamp],
  // A timestamp without a zone is nobody's instant: it stays text.
  [OID.timestamp, (text) => text],
  [OID.date, (text) => text],
  [OID.time, parseTime],
  [ARRAY_OID.int8, arrayOf(parseSafeInteger)],
  [ARRAY_OID.timestamptz, arrayOf(parseTimestamp)],
  [ARRAY_OID.timestamp, arrayOf((text) => text)],
  [ARRAY_OID.date, arrayOf((text) => text)],
  [ARRAY_OID.time, arrayOf(parseTime)],
])

/** For the `types` of a `pg` pool: `numeric` stays text, the rest as in the map above, else as `pg` does it. */
export const columnTypes = {
  getTypeParser(oid: Oid, format?: 'text' | 'binary'): (value: string) => unknown {
    return (format !== 'binary' && parsers.get(oid)) || pgParser(oid, format)
  },
}

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint beyond the safe integers: ${text}`)
  return value
}

function parseTimestamp(text: string): Instant {
  const at = Number(parseDate(text))
  if (!Number.isSafeInteger(at)) throw new RangeError(`not an instant: ${text}`)
  return instant(at)
}

/** `09:30:00` is `09:30`; seconds are kept where there are any. */
function parseTime(text: string): string {
  return text.endsWith(':00') && text.length === 8 ? text.slice(0, 5) : text
}

function arrayOf(parse: (text: string) => unknown): (text: string) => unknown {
  // The package's types number single values only, not their arrays.
  const parseTexts: (text: string) => NestedTexts = Reflect.apply(types.getTypeParser, types, [
    TEXT_ARRAY_OID,
  ])
  return (text) => eachOf(parseTexts(text), parse)
}

type NestedTexts = (string | null | NestedTexts)[]

function eachOf(texts: NestedTexts, parse: (text: string) => unknown): unknown[] {
  return texts.map((text) => {
    if (text === null) return null
    return Array.isArray(text) ? eachOf(text, parse) : parse(text)
  })
}
