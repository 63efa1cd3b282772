import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawLifecycles, LIFECYCLES_FILE } from './lifecycles.ts'

test('the drawn lifecycles are those of the domain (else run `node scripts/lifecycles.ts`)', () => {
  expect(readFileSync(LIFECYCLES_FILE, 'utf8')).toBe(drawLifecycles())
})
