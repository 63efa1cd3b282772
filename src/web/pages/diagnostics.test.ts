import { expect, test } from 'vitest'
import { shutFor } from './diagnostics.ts'

test.each([
  ['myJobsStaging', 'Crew', 'development', 'open'],
  ['myJobsStaging', 'Crew', 'staging', 'open'],
  ['myJobsStaging', 'Crew', 'production', 'missing'],
  ['myJobsStaging', 'Operator', 'production', 'missing'],
  ['myJobsStaging', 'Crew', undefined, 'wait'],
  ['design', undefined, 'development', 'open'],
  ['design', 'Operator', 'production', 'missing'],
  ['placesTesting', 'Crew', 'staging', 'open'],
  ['placesTesting', 'Crew', 'production', 'forbidden'],
  ['placesTesting', 'Operator', 'production', 'open'],
  ['timezoneTester', undefined, 'production', 'forbidden'],
  ['timezoneTester', 'Operator', 'production', 'open'],
  ['oldOffer', 'Crew', 'production', 'open'],
  ['jobs', 'Crew', undefined, 'open'],
] as const)('§2 testing pages: %s for %s in %s is %s', (key, type, environment, shut) => {
  expect(shutFor(key, type, environment)).toBe(shut)
})
