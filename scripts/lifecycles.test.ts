import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawLifecycle, drawLifecycles, LIFECYCLES, LIFECYCLES_FILE } from './lifecycles.ts'

test('the drawn lifecycles are those of the domain (else run `node scripts/lifecycles.ts`)', () => {
  expect(readFileSync(LIFECYCLES_FILE, 'utf8')).toBe(drawLifecycles())
})

test.each(LIFECYCLES)(
  '$title is drawn with one arrow for every way it can be walked',
  ({ graph, begins }) => {
    const ways = graph.reduce((sum, edge) => sum + edge.from.length, 0)
    expect(drawLifecycle(graph, begins).trim().split('\n')).toHaveLength(ways + 2)
  },
)

test('an arrow says who may take it, and when it is taken by itself', () => {
  const [visit, assignment] = ['A visit', 'An assignment'].map((title) => {
    const { graph, begins } = LIFECYCLES.find((drawn) => drawn.title === title)!
    return drawLifecycle(graph, begins)
  })
  expect(visit).toContain('  in_progress --> completed: complete (crew, operator)\n')
  expect(visit).toContain('scheduled --> scheduled: lapse (system; by itself after confirm cutoff)')
  expect(assignment).toContain('active --> active: lapse_week (system; by itself after confirm cutoff)')
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
