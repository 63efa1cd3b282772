import { expect, test } from 'vitest'
import { serverTestsFor } from './changed-tests.ts'

const SOURCES = [
  { path: 'src/domain/offers/waves.ts', text: '' },
  { path: 'src/server/offers/accept.ts', text: `import { waves } from '#domain/offers/waves.ts'` },
  { path: 'src/server/offers/accept.test.ts', text: `import { createTestApp } from '#testing/app.ts'` },
  { path: 'src/server/offers/waves.test.ts', text: '' },
  { path: 'src/server/jobs/book.ts', text: `import { accept } from '../offers/accept.ts'` },
  { path: 'src/server/jobs/book.test.ts', text: '' },
  { path: 'src/server/db/migrations/0001-house.sql', text: '' },
  { path: 'src/server/db/schema.test.ts', text: '' },
  { path: 'src/server/ports/mail/smtp.ts', text: '' },
  { path: 'sim/simulate.ts', text: `import { book } from '#server/jobs/book.ts'` },
  { path: 'sim/simulation.test.ts', text: '' },
  { path: 'src/web/main.test.ts', text: '' },
]

test.each([
  ['a test alone', 'src/server/jobs/book.test.ts', ['jobs/book']],
  ['a verb', 'src/server/offers/accept.ts', ['offers/accept', 'offers/waves', 'jobs/book']],
  ['a rule', 'src/domain/offers/waves.ts', ['offers/accept', 'offers/waves']],
  ['a migration', 'src/server/db/migrations/0001-house.sql', ['db/schema']],
  ['what the simulation does', 'src/server/jobs/book.ts', ['jobs/book']],
  ['the simulation', 'sim/simulate.ts', ['sim/simulation']],
  ['an adapter without tests above it', 'src/server/ports/mail/smtp.ts', []],
  ['a test of screens', 'src/web/main.test.ts', []],
])('%s touches the tests beside it and those of rooms that import it', (_, changed, expected) => {
  const { chosen } = serverTestsFor([changed], SOURCES, 10)
  expect(chosen.map((path) => path.replace(/^src\/server\/|\.test\.ts$/g, ''))).toEqual(expected)
})

test('where there are too many, the nearest are run and the others named', () => {
  const { chosen, left } = serverTestsFor(['src/server/offers/accept.ts'], SOURCES, 2)
  expect(chosen).toEqual(['src/server/offers/accept.test.ts', 'src/server/offers/waves.test.ts'])
  expect(left).toEqual(['src/server/jobs/book.test.ts'])
})

test('the simulated city is left to the whole check, and named, where its own files are as they were', () => {
  expect(serverTestsFor(['src/server/jobs/book.ts'], SOURCES, 10).left).toEqual(['sim/simulation.test.ts'])
})
