/** Whether an answer has the fields of Stripe's own example objects, with values of their types. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const objects: Record<string, Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../data/stripe/objects.json'), 'utf8'),
)

/** One sentence for each field that is missing or of another type; none for what Stripe has no example of. */
export function faultsOf(answer: object): string[] {
  const kind = 'object' in answer ? String(answer.object) : ''
  const values = new Map<string, unknown>(Object.entries(answer))
  return Object.entries(objects[kind] ?? {}).flatMap(([field, kinds]) => {
    const name = field.replace(/\?$/, '')
    const value = values.get(name)
    if (value === undefined) return field.endsWith('?') ? [] : [`${kind}.${name} is missing`]
    return kinds.includes(kindOf(value))
      ? []
      : [`${kind}.${name} is ${kindOf(value)}, not ${kinds.join(' or ')}`]
  })
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
