/**
 * The order of test files. By itself Vitest begins with the longest as it remembers them, and a fresh machine remembers
 * nothing: it goes by size, and a small file that takes minutes would run alone at the end. What takes long is said here.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Longest first, from the list that ends each check. */
export const LONG: readonly string[] = [
  'e2e/roles.spec.ts',
  'e2e/offline-opens.spec.ts',
  'e2e/offline-queue.spec.ts',
  'e2e/first-dollar.spec.ts',
  'e2e/accessibility.spec.ts',
  'e2e/seed-startup.spec.ts',
  'e2e/journey.spec.ts',
  'e2e/routes.spec.ts',
  'e2e/live.spec.ts',
  'sim/simulation.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG.findIndex((path) => moduleId.endsWith(`/${path}`))
  return rank < 0 ? LONG.length : rank
}
