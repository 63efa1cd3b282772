import { describe, expect, it } from 'vitest'
import { compareVersions, DEFAULT_APP_VERSION } from './version.ts'

describe('two versions', () => {
  it.each([
    ['1.2.3', '1.2.3', 0],
    ['1.10.0', '1.9.9', 1],
    ['1.2', '1.2.0', 0],
    ['2', '1.99.99', 1],
    ['1.2.3', '1.2.10', -1],
    ['0.0.0', '', 0],
    ['1.2.3-beta', '1.2.3', 0],
    ['v1', '0.0.1', -1],
  ])('§9 version: %s against %s is %i', (one, other, expected) => {
    expect(compareVersions(one, other)).toBe(expected)
    expect(compareVersions(other, one) + expected).toBe(0)
  })

  it('an app that never told its version is older than any release', () => {
    expect(compareVersions(DEFAULT_APP_VERSION, '1.0.0')).toBe(-1)
    expect(compareVersions('1.4.0', '1.4')).toBe(0)
  })
})
