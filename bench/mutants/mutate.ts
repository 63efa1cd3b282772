/**
 * What somebody could have written instead: each change of one place of a file by a rule. Types are left alone; so are
 * words, whose tests are other ones.
 */
import { type ESTree, parseSync } from 'vite'
import { eachNode, type Node } from './nodes.ts'

export type Mutant = {
  readonly start: number
  readonly end: number
  readonly instead: string
  /** By which rule. */
  readonly rule: string
}

type See = (node: Node, code: string, parents: readonly Node[]) => readonly Mutant[]

const BOUNDS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}
const SUMS: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }
const TWINS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  find: 'findLast',
  shift: 'pop',
  at: 'with',
}

export function mutantsOf(path: string, code: string): Mutant[] {
  const found: Mutant[] = []
  const words = textsByKey(path, code)
  eachNode(parseSync(path, code).program, (node, parents) => {
    for (const see of [...RULES, exchangedTexts(words)]) found.push(...see(node, code, parents))
  })
  return found.filter(({ start, end, instead }) => code.slice(start, end) !== instead)
}

const textOf = (code: string, { start, end }: Node) => code.slice(start, end)
const replaced = (node: Node, instead: string, rule: string): Mutant => ({
  start: node.start,
  end: node.end,
  instead,
  rule,
})

/** Another operator between the same two sides. */
function between(
  left: Node,
  right: Node,
  code: string,
  operator: string,
  instead: string,
  rule: string,
): Mutant {
  const at = code.indexOf(operator, left.end)
  const isThere = at >= 0 && at < right.start
  return { start: isThere ? at : left.end, end: isThere ? at + operator.length : left.end, instead, rule }
}

const comparisons: See = (node, code) =>
  node.type === 'BinaryExpression'
    ? (BOUNDS[node.operator] ?? []).map((instead) =>
        between(node.left, node.right, code, node.operator, instead, 'a comparison is another'),
      )
    : []

const sums: See = (node, code) => {
  if (node.type !== 'BinaryExpression') return []
  const instead = SUMS[node.operator]
  if (instead === undefined || [node.left, node.right].some((side) => isText(side))) return []
  return [between(node.left, node.right, code, node.operator, instead, 'a sum is another')]
}

const ands: See = (node, code) => {
  if (node.type !== 'LogicalExpression') return []
  const { left, right, operator } = node
  if (operator === '??') return [replaced(node, textOf(code, left), 'a fallback is gone')]
  const instead = operator === '&&' ? '||' : '&&'
  return [
    between(left, right, code, operator, instead, '“and” and “or” are exchanged'),
    replaced(node, textOf(code, left), 'the second of two conditions is gone'),
    replaced(node, textOf(code, right), 'the first of two conditions is gone'),
  ]
}

const negations: See = (node, code) =>
  node.type === 'UnaryExpression' && node.operator === '!'
    ? [replaced(node, textOf(code, node.argument), 'a “not” is gone')]
    : []

const guards: See = (node) =>
  node.type === 'IfStatement' || node.type === 'ConditionalExpression'
    ? [
        replaced(node.test, 'false', 'a condition never holds'),
        replaced(node.test, 'true', 'a condition always holds'),
      ]
    : []

const statements: See = (node) => {
  if (node.type !== 'ExpressionStatement') return []
  const { expression } = node
  const isWork = expression.type === 'CallExpression' || expression.type === 'AwaitExpression'
  return isWork ? [replaced(node, ';', 'a step is left out')] : []
}

const constants: See = (node, code, [parent]) => {
  if (node.type !== 'Literal' || parent?.type === 'ImportDeclaration') return []
  if (typeof node.value === 'number')
    return [replaced(node, `(${textOf(code, node)} + 1)`, 'a number is one more')]
  if (typeof node.value === 'bigint')
    return [replaced(node, `(${textOf(code, node)} + 1n)`, 'a number is one more')]
  return typeof node.value === 'boolean'
    ? [replaced(node, String(!node.value), 'true and false are exchanged')]
    : []
}

const twins: See = (node) => {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return []
  const { property } = node.callee
  const instead = property.type === 'Identifier' ? TWINS[property.name] : undefined
  return instead === undefined || instead === 'with'
    ? []
    : [replaced(property, instead, 'a call is its twin')]
}

const filters: See = (node, code) => {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return []
  const { object, property } = node.callee
  const isKept =
    property.type === 'Identifier' && (property.name === 'filter' || property.name === 'toSorted')
  return isKept ? [replaced(node, textOf(code, object), `a ${property.name} is gone`)] : []
}

/** One of several things in a list is left out: an edge, an actor, a state. */
const elements: See = (node, code, [parent]) => {
  // Of what is `as const` the compiler makes a type, and asks for each of it.
  if (node.type !== 'ArrayExpression' || parent?.type === 'TSAsExpression') return []
  const { elements: all } = node
  return all.flatMap((element, index) => {
    if (element === null || element.type === 'SpreadElement') return []
    const next = all[index + 1]
    const end = next ? next.start : node.end - 1
    // Where it is the last, the comma before it goes, too.
    const before = next ? undefined : all[index - 1]
    const text = code.slice(before ? before.end : element.start, end)
    return text.trim() === ''
      ? []
      : [{ start: before ? before.end : element.start, end, instead: '', rule: 'one of a list is missing' }]
  })
}

const RULES: readonly See[] = [
  comparisons,
  sums,
  ands,
  negations,
  guards,
  statements,
  constants,
  twins,
  filters,
  elements,
]

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
}

/** What stands in one file under one key: `to: 'missed'` may be `to: 'completed'` by mistake. */
function textsByKey(path: string, code: string): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, Set<string>>()
  eachNode(parseSync(path, code).program, (node) => {
    const word = wordOf(node)
    if (word) words.set(word.key, (words.get(word.key) ?? new Set()).add(word.text))
  })
  return new Map([...words].map(([key, texts]) => [key, [...texts]]))
}

function exchangedTexts(words: ReadonlyMap<string, readonly string[]>): See {
  return (node) => {
    const word = wordOf(node)
    if (!word) return []
    const all = words.get(word.key) ?? []
    const other = all[(all.indexOf(word.text) + 1) % all.length]!
    return [replaced(word.node, `'${other}'`, 'a word is another')]
  }
}

function wordOf(node: Node): { key: string; text: string; node: ESTree.StringLiteral } | null {
  if (node.type !== 'Property' || node.key.type !== 'Identifier') return null
  const { value } = node
  if (value.type !== 'Literal' || typeof value.value !== 'string' || /[^\w-]/.test(value.value)) return null
  return { key: node.key.name, text: value.value, node: value }
}
