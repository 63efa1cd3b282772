/** `node scripts/lifecycles.ts`: draws the lifecycle graphs of the domain into `docs/lifecycles.md`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { drawLifecycle } from '#domain/visits/draw.ts'
import { VISIT_LIFECYCLE } from '#domain/visits/graph.ts'

export const LIFECYCLES_FILE = join(import.meta.dirname, '../docs/lifecycles.md')

/** The whole page; a test compares it with the committed one. */
export function drawLifecycles(): string {
  return [
    '# Lifecycles',
    '',
    'Drawn by `node scripts/lifecycles.ts` from the graphs in `src/domain`, which are the only copies: the server refuses what is not an edge, and screens ask the graph which buttons to show.',
    '',
    '## A visit',
    '',
    '```mermaid',
    drawLifecycle(VISIT_LIFECYCLE).trimEnd(),
    '```',
    '',
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(LIFECYCLES_FILE, drawLifecycles())
