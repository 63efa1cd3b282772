/** Holds what a call sends to the parameters that the real API has (`data/stripe/parameters.json`). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FormObject, type FormValue, isFormFile, isFormObject } from './form.ts'
import { refuse } from './problems.ts'

type Schema =
  | string
  | { readonly shared: number }
  | { readonly enum: readonly string[] }
  | { readonly list: Schema }
  | { readonly map: Schema }
  | { readonly anyOf: readonly Schema[] }
  | Fields
type Fields = { readonly fields: Readonly<Record<string, Schema>>; readonly required: readonly string[] }

const tables: { endpoints: Record<string, Fields>; shared: readonly Schema[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../data/stripe/parameters.json'), 'utf8'),
)
/** Bounds that the types cannot say. */
const MINIMUM_CENTS = 50
const MAXIMUM_CENTS = 99_999_999
const NO_MATCH = Symbol('no match')

/** The values in their types: `amount` is an integer, `confirm` a boolean. Throws what Stripe would answer. */
export function readParameters(endpoint: string, form: FormObject): object {
  const value = readFields(tables.endpoints[endpoint]!, form, '')
  checkBounds(endpoint, value)
  return value
}

export function endpointsInTable(): string[] {
  return Object.keys(tables.endpoints)
}

function readFields(schema: Fields, form: FormObject, path: string): Record<string, unknown> {
  const unknown = Object.keys(form).filter((name) => !Object.hasOwn(schema.fields, name))
  if (unknown.length > 0) {
    const names = unknown.map((name) => nameIn(path, name))
    const [s, list] = names.length > 1 ? ['s', names.join(', ')] : ['', names[0]!]
    refuse(`Received unknown parameter${s}: ${list}`, { code: 'parameter_unknown', param: names[0]! })
  }
  const missing = schema.required.find((name) => form[name] === undefined)
  if (missing !== undefined) {
    const name = nameIn(path, missing)
    refuse(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  }
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      readValue(schema.fields[name]!, value, nameIn(path, name)),
    ]),
  )
}

function readValue(schema: Schema, value: FormValue, path: string): unknown {
  const read = tryValue(schema, value, path)
  if (read !== NO_MATCH) return read
  const given = typeof value === 'string' ? value : JSON.stringify(value)
  const full = resolve(schema)
  if (full === 'integer')
    refuse(`Invalid integer: ${given}`, { code: 'parameter_invalid_integer', param: path })
  if (full === 'boolean') refuse(`Invalid boolean: ${given}`, { param: path })
  if (value === '')
    refuse(
      `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param: path },
    )
  if (typeof full === 'object' && 'enum' in full)
    refuse(`Invalid ${path}: must be one of ${full.enum.join(', ')}`, { param: path })
  if (typeof full === 'object' && 'list' in full) refuse(`Invalid array`, { param: path })
  return refuse(
    typeof full === 'object' && !('anyOf' in full) ? 'Invalid object' : `Invalid ${path}: ${given}`,
    {
      param: path,
    },
  )
}

function tryValue(schema: Schema, value: FormValue, path: string): unknown {
  const full = resolve(schema)
  if (typeof full === 'string') return tryLeaf(full, value)
  if ('enum' in full) return typeof value === 'string' && full.enum.includes(value) ? value : NO_MATCH
  if ('anyOf' in full) return tryEach(full.anyOf, value, path)
  if (!isFormObject(value)) return NO_MATCH
  if ('list' in full) {
    const names = Object.keys(value)
    if (!names.every((name) => /^\d+$/.test(name))) return NO_MATCH
    return Object.entries(value).map(([name, one]) => readValue(full.list, one, `${path}[${name}]`))
  }
  if ('map' in full)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, readValue(full.map, one, `${path}[${name}]`)]),
    )
  return 'fields' in full ? readFields(full, value, path) : NO_MATCH
}

/** Where an object may stand and an object came, its own refusal says more than that nothing fits. */
function tryEach(schemas: readonly Schema[], value: FormValue, path: string): unknown {
  for (const one of schemas) {
    const read = tryValue(one, value, path)
    if (read !== NO_MATCH) return read
  }
  return NO_MATCH
}

function tryLeaf(type: string, value: FormValue): unknown {
  if (type === 'any') return value
  if (type === 'file') return isFormFile(value) ? value : NO_MATCH
  if (typeof value !== 'string') return NO_MATCH
  if (type === 'empty') return value === '' ? '' : NO_MATCH
  if (type === 'string') return value === '' ? NO_MATCH : value
  if (type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : NO_MATCH
  return value === 'true' || value === 'false' ? value === 'true' : NO_MATCH
}

function resolve(schema: Schema): Schema {
  return typeof schema === 'object' && 'shared' in schema ? tables.shared[schema.shared]! : schema
}

function checkBounds(endpoint: string, params: Record<string, unknown>): void {
  for (const name of ['amount', 'amount_to_capture']) {
    const amount = params[name]
    if (typeof amount !== 'number' || endpoint.startsWith('GET')) continue
    if (amount < 1)
      refuse('This value must be greater than or equal to 1.', {
        code: 'parameter_invalid_integer',
        param: name,
      })
    if (amount > MAXIMUM_CENTS)
      refuse('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: name })
    if (name === 'amount' && amount < MINIMUM_CENTS && /^POST \/v1\/payment_intents(\/:id)?$/.test(endpoint))
      refuse('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: name })
  }
  const limit = params['limit']
  if (typeof limit === 'number' && (limit < 1 || limit > 100))
    refuse(`This value must be ${limit < 1 ? 'greater' : 'less'} than or equal to ${limit < 1 ? 1 : 100}.`, {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  checkMetadata(params['metadata'])
}

function checkMetadata(metadata: unknown): void {
  if (typeof metadata !== 'object' || metadata === null) return
  const entries = Object.entries(metadata)
  if (entries.length > 50) refuse('You can have up to 50 metadata keys.', { param: 'metadata' })
  for (const [key, value] of entries)
    if (key.length > 40 || String(value).length > 500)
      refuse(`Metadata keys have at most 40 characters, values 500: ${key}`, { param: `metadata[${key}]` })
}

function nameIn(path: string, name: string): string {
  return path === '' ? name : `${path}[${name}]`
}
