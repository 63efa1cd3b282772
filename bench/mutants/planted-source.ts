/**
 * Plants a change in one file while its tests run, without writing it anywhere; and gives every loop of the rules an
 * end, since a condition that was turned round may have none.
 */
import { existsSync } from 'node:fs'
import { parseSync, type Plugin } from 'vite'
import { eachNode } from './nodes.ts'

/** What stands from one place of a file to another, and what is put there instead. */
export type Change = {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly instead: string
}

/** More rounds than any loop of ours has in a test. */
const ROUNDS = 3_000_000
const RULES = /\/src\/(domain|contract|web\/offline)\//

const planted: { now: Change | null } = { now: null }

export function plant(change: Change | null): void {
  planted.now = change
}

export function plantedSource(): Plugin {
  return {
    name: 'planted-source',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?')[0]!
      const change = planted.now?.path === path ? planted.now : null
      if (!change && !(RULES.test(path) && path.endsWith('.ts') && existsSync(path))) return null
      const changed = change ? code.slice(0, change.start) + change.instead + code.slice(change.end) : code
      return { code: RULES.test(path) ? endLoops(path, changed) : changed, map: null }
    },
  }
}

/** `for (…) work()` becomes `for (…) { count; work() }`. */
function endLoops(path: string, code: string): string {
  const bodies: { start: number; end: number }[] = []
  eachNode(parseSync(path, code).program, (node) => {
    switch (node.type) {
      case 'ForStatement':
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        bodies.push(node.body)
    }
  })
  if (bodies.length === 0) return code
  const edits = bodies.flatMap(({ start, end }, index) => [
    { at: start, text: `{if(++roundsOf${index}>${ROUNDS})throw new Error('a loop without an end');` },
    { at: end, text: '}' },
  ])
  const counters = bodies.map((_, index) => `let roundsOf${index}=0;`).join('')
  const written = edits
    .toSorted((one, other) => other.at - one.at || (other.text === '}' ? -1 : 1))
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), code)
  return `${counters}\n${written}`
}
