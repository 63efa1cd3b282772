/** Walks the syntax tree that the build reads our files with, past types: what only the compiler sees cannot be wrong at work. */
import type { ESTree } from 'vite'

export type Node = ESTree.Node

/** These stand around an expression; all other nodes of TypeScript are types. */
const AROUND = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

export function eachNode(root: Node, see: (node: Node, parents: readonly Node[]) => void): void {
  const walk = (node: Node, parents: readonly Node[]): void => {
    if (node.type.startsWith('TS') && !AROUND.has(node.type)) return
    see(node, parents)
    for (const part of Object.values(node).flat()) if (isNode(part)) walk(part, [node, ...parents])
  }
  walk(root, [])
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string'
}
