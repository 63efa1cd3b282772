import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawLifecycles, LIFECYCLES, LIFECYCLES_FILE } from './lifecycles.ts'

test('the drawn lifecycles are those of the domain (else run `node scripts/lifecycles.ts`)', () => {
  expect(readFileSync(LIFECYCLES_FILE, 'utf8')).toBe(drawLifecycles())
})

test('every lifecycle of the domain is drawn, and walked by a test of its own', async () => {
  const domain = join(import.meta.dirname, '../src/domain')
  const graphs = globSync('**/*graph.ts', { cwd: domain })
  expect(graphs.length).toBe(LIFECYCLES.length)
  const tests = globSync('**/*.test.ts', { cwd: domain }).map((file) =>
    readFileSync(join(domain, file), 'utf8'),
  )
  for (const file of graphs) {
    const [name, graph] = Object.entries((await import(join(domain, file))) as object).find(([key]) =>
      key.endsWith('_LIFECYCLE'),
    )!
    expect(LIFECYCLES.map((drawn) => drawn.graph)).toContain(graph)
    const walks = tests.filter((text) => text.includes(name) && /\.each\(/.test(text))
    expect([name, walks.length > 0]).toEqual([name, true])
  }
})
