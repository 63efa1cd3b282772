/** Every sentence for people that a file of texts holds, read from its syntax tree, with the keys that lead to it. */
import { parseSync } from 'vite'
import { LANGUAGES, type Language } from '#domain/language.ts'

export type Sentence = {
  readonly path: string
  /** `en.order.timeline` */
  readonly key: string
  readonly language: Language
  /** `…` stands for what is named. */
  readonly text: string
}

export function sentencesIn(path: string, source: string): Sentence[] {
  const found: Sentence[] = []
  const add = (keys: readonly string[], text: string) => {
    const language = languageOf(path, keys)
    if (/\p{L}/u.test(text) && language !== undefined)
      found.push({ path, key: keys.join('.'), language, text })
  }
  walk(parseSync(path, source).program, [], add)
  return found
}

type Add = (keys: readonly string[], text: string) => void

/** Types, imports, what is compared and what is given to a method are no sentences. */
const SILENT = /^(Import|ExportAll|TSType|TSInterface|BinaryExpression|MemberExpression)/

function walk(node: unknown, keys: readonly string[], add: Add): void {
  if (Array.isArray(node)) for (const child of node) walk(child, keys, add)
  if (!isNode(node) || SILENT.test(node.type)) return
  if (node.type === 'Literal' && typeof node['value'] === 'string') add(keys, node['value'])
  if (node.type === 'TemplateLiteral') add(keys, quasisOf(node))
  const isMethodCall = node.type === 'CallExpression' && isNode(node['callee']) && hasProperty(node['callee'])
  for (const [name, child] of Object.entries(node)) {
    if (name === 'key' || (isMethodCall && name === 'arguments' && !isPlural(node['callee']))) continue
    walk(child, name === 'value' || name === 'init' ? [...keys, ...nameOf(node)] : keys, add)
  }
}

type Node = { readonly type: string; readonly [part: string]: unknown }

function isNode(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && 'type' in node && typeof node.type === 'string'
}

function hasProperty(callee: Node): boolean {
  return callee.type === 'MemberExpression'
}

/** `plural.en(count, { one: …, other: … })` */
function isPlural(callee: unknown): boolean {
  return isNode(callee) && isNode(callee['object']) && callee['object']['name'] === 'plural'
}

function quasisOf(node: Node): string {
  const quasis: unknown[] = Array.isArray(node['quasis']) ? node['quasis'] : []
  return quasis.map((quasi) => (isNode(quasi) ? cookedOf(quasi['value']) : '')).join('…')
}

function cookedOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'
    ? value.cooked
    : ''
}

function nameOf(node: Node): string[] {
  const named = node['key'] ?? node['id']
  if (!isNode(named)) return []
  const name = named['name'] ?? named['value']
  return typeof name === 'string' || typeof name === 'number' ? [`${name}`] : []
}

function languageOf(path: string, keys: readonly string[]): Language | undefined {
  return LANGUAGES.find(
    (language) => new RegExp(`[/-]${language}(/|\\.ts$)`).test(path) || keys.includes(language),
  )
}
