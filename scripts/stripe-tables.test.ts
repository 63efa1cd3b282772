import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './command.js'
import { drawParameters } from './stripe-tables.ts'

test('the parameters are those of the package of today: after an update they are drawn anew', () => {
  expect(readFileSync(join(root, 'data/stripe/parameters.json'), 'utf8')).toBe(drawParameters())
})
