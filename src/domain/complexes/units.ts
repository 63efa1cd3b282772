/** Doors of a building as a manager writes them: `101-112, 201-212, PH1` means every one of them. */

/** More doors than any building here has; stands in the schema, too. */
export const UNITS_PER_BUILDING = 1_000
const LABEL_LENGTH = 20

export type UnitFault = 'empty' | 'too_many' | 'too_long' | 'backwards' | 'twice'
export type ReadUnits =
  | { readonly units: readonly string[] }
  | { readonly fault: UnitFault; readonly part: string }

/** The labels in the order written, each once. A range keeps its leading zeros and letters: `A01-A12`. */
export function readUnits(text: string): ReadUnits {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const units: string[] = []
  const seen = new Set<string>()
  for (const part of parts) {
    const labels = labelsOf(part)
    if (!Array.isArray(labels)) return { fault: labels, part }
    for (const label of labels) {
      if (label.length > LABEL_LENGTH) return { fault: 'too_long', part }
      if (seen.has(label)) return { fault: 'twice', part: label }
      seen.add(label)
      units.push(label)
      if (units.length > UNITS_PER_BUILDING) return { fault: 'too_many', part }
    }
  }
  return units.length === 0 ? { fault: 'empty', part: text.trim() } : { units }
}

/** The other way round, as short as it goes; reading it again gives the same doors. */
export function writeUnits(units: readonly string[]): string {
  const parts: string[] = []
  for (let at = 0; at < units.length; ) {
    let end = at
    while (end + 1 < units.length && units[end + 1] === labelAfter(units[end]!)) end += 1
    // A range of two is no shorter than the two.
    if (end - at < 2) parts.push(units[at]!)
    else parts.push(`${units[at]}-${units[end]}`)
    at = end - at < 2 ? at + 1 : end + 1
  }
  return parts.join(', ')
}

const RANGE = /^([^\d]*)(\d{1,9})\s*[-–]\s*([^\d]*)(\d{1,9})$/

function labelsOf(part: string): string[] | UnitFault {
  const range = RANGE.exec(part)
  if (range === null) return [part]
  const [, prefix = '', first = '', endPrefix = '', last = ''] = range
  if (endPrefix !== '' && endPrefix !== prefix) return [part]
  const [from, to] = [Number(first), Number(last)]
  if (to < from) return 'backwards'
  if (to - from >= UNITS_PER_BUILDING) return 'too_many'
  return Array.from({ length: to - from + 1 }, (_, index) => prefix + pad(from + index, first))
}

function labelAfter(label: string): string | undefined {
  const counted = /^([^\d]*)(\d{1,9})$/.exec(label)
  if (counted === null) return undefined
  const [, prefix = '', digits = ''] = counted
  return prefix + pad(Number(digits) + 1, digits)
}

function pad(value: number, like: string): string {
  return String(value).padStart(like.startsWith('0') ? like.length : 0, '0')
}
