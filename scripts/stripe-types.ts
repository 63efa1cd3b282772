/** Reads the declarations of the `stripe` package into schemas that a running program can hold parameters to. */
import { parseSync } from 'vite'

export type Schema =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'empty'
  | 'file'
  | 'any'
  | { readonly enum: readonly string[] }
  | { readonly list: Schema }
  | { readonly map: Schema }
  | { readonly anyOf: readonly Schema[] }
  | {
      readonly fields: Readonly<Record<string, Schema>>
      readonly required: readonly string[]
    }

/** By full name: `PaymentIntentCreateParams.MandateData`. */
type Declarations = ReadonlyMap<string, Node>
type Node = { readonly type: string; readonly [key: string]: unknown }

export function declarationsIn(text: string): Declarations {
  const { program, errors } = parseSync('declarations.d.ts', text)
  if (errors.length > 0) throw new Error(errors[0]!.message)
  const found = new Map<string, Node>()
  collect(nodes(program.body), '', found)
  return found
}

/** `depth` bounds how many objects deep it reads; below stands `any`. */
export function schemaOf(declarations: Declarations, name: string, depth = 12): Schema {
  const reader = { declarations, depth }
  return readNamed(reader, name, '')
}

type Reader = { readonly declarations: Declarations; readonly depth: number }

function collect(body: readonly Node[], scope: string, found: Map<string, Node>): void {
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? node(statement['declaration']) : statement
    if (declared === undefined) continue
    const name = scope + String(node(declared['id'])?.['name'])
    if (declared.type === 'TSModuleDeclaration')
      collect(nodes(node(declared['body'])?.['body']), `${name}.`, found)
    else if (/^TS(Interface|TypeAlias)Declaration$/.test(declared.type)) found.set(name, declared)
  }
}

/** Where a namespace does not have the name, those around it may. */
function readNamed(reader: Reader, name: string, scope: string): Schema {
  for (let around = scope; ; around = around.slice(0, Math.max(0, around.lastIndexOf('.')))) {
    const full = around === '' ? name : `${around}.${name}`
    const declared = reader.declarations.get(full)
    if (declared?.type === 'TSTypeAliasDeclaration')
      return readType(reader, node(declared['typeAnnotation'])!, full)
    if (declared !== undefined) return readInterface(reader, declared, full)
    if (around === '') return 'any'
  }
}

function readInterface(reader: Reader, declared: Node, full: string): Schema {
  if (reader.depth === 0) return 'any'
  const deeper = { ...reader, depth: reader.depth - 1 }
  const fields: Record<string, Schema> = {}
  const required: string[] = []
  for (const parent of nodes(declared['extends'])) {
    const inherited = readNamed(reader, String(node(parent['expression'])?.['name']), full)
    if (typeof inherited !== 'object' || !('fields' in inherited)) continue
    Object.assign(fields, inherited.fields)
    required.push(...inherited.required)
  }
  for (const member of nodes(node(declared['body'])?.['body'])) {
    const type = node(node(member['typeAnnotation'])?.['typeAnnotation'])
    if (type === undefined) continue
    if (member.type === 'TSIndexSignature') return { map: readType(deeper, type, full) }
    const field = String(node(member['key'])?.['name'] ?? node(member['key'])?.['value'])
    fields[field] = readType(deeper, type, full)
    if (member['optional'] !== true) required.push(field)
  }
  return { fields, required }
}

const KEYWORDS: Readonly<Record<string, Schema>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'integer',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'empty',
}

function readType(reader: Reader, type: Node, scope: string): Schema {
  const keyword = KEYWORDS[type.type]
  if (keyword !== undefined) return keyword
  if (type.type === 'TSLiteralType') return { enum: [String(node(type['literal'])?.['value'])] }
  if (type.type === 'TSArrayType') return { list: readType(reader, node(type['elementType'])!, scope) }
  if (type.type === 'TSUnionType')
    return union(nodes(type['types']).map((one) => readType(reader, one, scope)))
  if (type.type === 'TSTypeReference') return readReference(reader, type, scope)
  return 'any'
}

function readReference(reader: Reader, type: Node, scope: string): Schema {
  const name = nameOf(node(type['typeName'])!)
  const [argument] = nodes(node(type['typeArguments'])?.['params'])
  if (name === 'Array') return { list: readType(reader, argument!, scope) }
  if (name === 'Emptyable') return union(['empty', readType(reader, argument!, scope)])
  // Open for future versions in types; the API of this version takes no other word.
  if (name === 'OtherString') return { enum: [] }
  if (name === 'Decimal') return 'string'
  if (name === 'FileData' || name === 'Uint8Array') return 'file'
  return readNamed(reader, name, scope)
}

function union(members: readonly Schema[]): Schema {
  const words = members.flatMap((one) => (typeof one === 'object' && 'enum' in one ? one.enum : []))
  const others = members
    .filter((one) => typeof one !== 'object' || !('enum' in one))
    .flatMap((one) => (typeof one === 'object' && 'anyOf' in one ? one.anyOf : [one]))
  const isEmptied = words.includes('') || others.includes('empty')
  const kept = words.filter((word) => word !== '')
  const all = [
    ...(kept.length > 0 ? [{ enum: kept }] : []),
    ...others.filter((one) => one !== 'empty'),
    ...(isEmptied ? (['empty'] as const) : []),
  ]
  return all.length === 1 ? all[0]! : { anyOf: all }
}

function nameOf(name: Node): string {
  if (name.type !== 'TSQualifiedName') return String(name['name'])
  return `${nameOf(node(name['left'])!)}.${String(node(name['right'])?.['name'])}`
}

function node(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined
}

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
