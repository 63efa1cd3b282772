/** Work that is left to be done has a name that people read, in each language. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isTaskKind } from '#server/tasks/kinds.ts'
import { systemHealth as english } from '#web/text/operator-en/system-health.ts'
import { systemHealth as spanish } from '#web/text/operator-es/system-health.ts'

test('every kind of work is named on the page of the system', async () => {
  const source = await readFile('src/server/tasks/kinds.ts', 'utf8')
  const kinds = [...source.matchAll(/^ {2}(\w+):/gm)].flatMap(([, kind]) =>
    kind !== undefined && isTaskKind(kind) ? [kind] : [],
  )
  expect(kinds.length).toBeGreaterThan(60)
  for (const { kinds: names } of [english, spanish])
    expect(kinds.filter((kind) => names[kind] === undefined)).toEqual([])
})
