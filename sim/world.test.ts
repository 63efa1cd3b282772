import { expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { attempt, type World } from './world.ts'

test('who acted on a machine that died, and was started again by another meanwhile, tries once more', async () => {
  let app = {} as App
  const host = { app: () => app, hasCrashed: () => false, restart: () => Promise.reject(new Error('no')) }
  const world = { host, tally: new Map<string, number>() } as unknown as World
  const isOnTheNext = await attempt(world, 'act', async (given) => {
    if (world.tally.size > 0 || given !== app) return false
    const isFirst = !('wasSeen' in given)
    if (isFirst) {
      app = { wasSeen: true } as unknown as App
      throw new Error('driver has already been destroyed')
    }
    return true
  })
  expect(isOnTheNext).toBe(true)
  const wrong = attempt(world, 'act', () => Promise.reject(new Error('a fault of ours')))
  await expect(wrong).rejects.toThrow('a fault of ours')
})
