import { totalmem } from 'node:os'
import { describe, expect, test } from 'vitest'
import { memoryOfMachine, sizeFor } from './size.ts'

const GB = 1_073_741_824

describe('the size of the embedded server', () => {
  // Written by hand, in MB: a small container, a small machine, an office server, a large one.
  test.each([
    [
      0.25,
      { maxConnections: 40, sharedBuffers: 32, effectiveCacheSize: 128, workMem: 4, maintenanceWorkMem: 16 },
    ],
    [
      1,
      { maxConnections: 40, sharedBuffers: 128, effectiveCacheSize: 512, workMem: 4, maintenanceWorkMem: 64 },
    ],
    [
      4,
      {
        maxConnections: 64,
        sharedBuffers: 512,
        effectiveCacheSize: 2_048,
        workMem: 8,
        maintenanceWorkMem: 256,
      },
    ],
    [
      64,
      {
        maxConnections: 200,
        sharedBuffers: 2_048,
        effectiveCacheSize: 32_768,
        workMem: 40,
        maintenanceWorkMem: 512,
      },
    ],
  ])('of a machine of %d GB', (memory, size) => {
    expect(sizeFor(memory * GB)).toEqual(size)
  })

  test('with the connections that are asked for leaves each less', () => {
    expect(sizeFor(4 * GB, 20)).toMatchObject({ maxConnections: 20, workMem: 25 })
    expect(sizeFor(4 * GB, 400)).toMatchObject({ maxConnections: 400, workMem: 4 })
  })

  test('never takes more than half of any machine with all connections sorting, from 1 GB on', () => {
    for (let memory = 1; memory <= 256; memory++) {
      const { sharedBuffers, workMem, maxConnections } = sizeFor(memory * GB)
      expect(sharedBuffers + workMem * maxConnections).toBeLessThanOrEqual((memory * 1_024) / 2)
    }
  })

  test('is that of this machine, or of its container', () => {
    expect(memoryOfMachine()).toBeGreaterThan(64 * 1_048_576)
    expect(memoryOfMachine()).toBeLessThanOrEqual(totalmem())
  })
})
