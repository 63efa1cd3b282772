import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONG } from '#testing/longest-first.ts'
import { root } from './command.js'

test.each(LONG)('%s, which is said to take long, is there', async (path) => {
  expect(await access(join(root, path)).then(() => true)).toBe(true)
})
