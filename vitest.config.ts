import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './src/testing/longest-first.ts'

/** No test takes long by itself; a machine that does other things at the same time makes it. */
const BUSY_MS = 30_000

export default defineConfig({
  test: {
    // By default one core of two stays idle.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // The rules are pure: files have nothing to hide from one another.
          isolate: false,
          testTimeout: BUSY_MS,
          include: [
            'src/domain/**/*.test.ts',
            'src/contract/**/*.test.ts',
            'src/*.test.ts',
            'src/architecture/*.test.ts',
            'scripts/**/*.test.ts',
            'src/testing/stripe/*.test.ts',
          ],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          // A world of its own for each file, in processes that go on.
          pool: 'vmForks',
          testTimeout: BUSY_MS,
          setupFiles: ['src/testing/channels.setup.ts'],
          include: ['src/web/**/*.test.ts', 'src/web/**/*.test.tsx'],
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'src/server/**/*.test.ts',
            'src/cli/**/*.test.ts',
            'src/testing/**/*.test.ts',
            'sim/**/*.test.ts',
          ],
          // No database, and once is enough.
          exclude: ['src/testing/stripe/**'],
          isolate: false,
          setupFiles: ['src/testing/fresh-modules.setup.ts', 'src/testing/statements.setup.ts'],
          globalSetup: ['src/testing/database.setup.ts'],
          testTimeout: BUSY_MS,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['src/testing/database.setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Each file has a server, a database and a port of its own.
          maxWorkers: 2,
          // A slow machine draws a page late; a second, the default, is not enough for it.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
