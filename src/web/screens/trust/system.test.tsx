import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Language } from '#domain/language.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { System } from './system.tsx'

afterEach(cleanup)

const health: Reply<'GET /api/system-health'> = {
  at: '2026-03-02T16:00:00Z',
  timeZone: 'America/Denver',
  lanes: [
    {
      lane: 'mail',
      workers: 3,
      due: [{ kind: 'send_mail', count: 1_000, oldestAt: '2026-03-02T15:30:00Z' }],
      later: 4,
    },
    { lane: 'payments', workers: 4, due: [], later: 0 },
  ],
  mostCounted: 1_000,
  parked: 1,
  providers: [
    {
      port: 'payments',
      behind: 'double',
      last: { isOk: false, at: '2026-03-02T15:59:00Z', tookMs: 20_000, call: 'charge', error: 'no answer' },
      failedAt: '2026-03-02T15:59:00Z',
    },
    { port: 'photos', behind: 'folder', last: null, failedAt: null },
  ],
  database: { bytes: 1_250_000_000, connections: 7, mostConnections: 100, isEmbedded: true, replica: null },
  disk: { freeBytes: 90_000_000_000, totalBytes: 500_000_000_000 },
  versions: { app: '0.1.0', node: '26.0.0', database: '18.1', migration: '0090-x' },
  backup: null,
  reconcile: { at: '2026-03-02T11:15:00Z', finishedAt: null, isComplete: true, openDifferences: 2 },
}
const task: Reply<'GET /api/parked-tasks'>['tasks'][number] = {
  id: 12,
  kind: 'send_mail',
  lane: 'mail',
  tries: 8,
  error: 'connection refused',
  createdAt: '2026-03-02T15:00:00Z',
  parkedAt: '2026-03-02T15:30:00Z',
}
const replies = {
  'GET /api/system-health': health,
  'GET /api/parked-tasks': { tasks: [task], nextCursor: null },
  'POST /api/retry-task': { isDone: true },
  'POST /api/drop-task': { isDone: false },
}
const screenOf = (language: Language = 'en') =>
  renderScreen(<System />, { path: '/operator/system', user: { type: 'Operator' }, language, replies })

test('shows the queue in words, who stands behind each port, and what the house knows of itself', async () => {
  await screenOf()
  expect(screen.getByText('As of Mar 2, 2026, 9:00 AM, Mountain Time')).toBeTruthy()
  expect(screen.getByText('Send an email: 1,000 or more')).toBeTruthy()
  expect(screen.getByText('30 min')).toBeTruthy()
  const outside = within(screen.getByRole('table', { name: 'Those outside' }))
  expect(outside.getByText('Double')).toBeTruthy()
  expect(outside.getByText('no answer')).toBeTruthy()
  expect(outside.getByText('Not asked yet')).toBeTruthy()
  expect(screen.getByText('1.3 GB on this machine')).toBeTruthy()
  expect(screen.getByText('90 GB of 500 GB')).toBeTruthy()
  expect(screen.getByText(/None was made by npm run backup yet/)).toBeTruthy()
  expect(screen.getByText(/running since Mar 2, 2026, 4:15 AM, 2 open differences/)).toBeTruthy()
})

test.each([
  ['en', 'used', 'Read, at most 120 ms old; 14 answered, 3 went on at the first'],
  [
    'es',
    'late',
    'Más de un segundo de retraso: se lee la principal; 14 respondidas, 3 acabaron en la principal',
  ],
] as const)('says whether the copy for reading is read, in %s', async (language, is, sentence) => {
  const replica = { is, atMostMs: 120, answered: 14, cameBack: 3 }
  const database = { ...health.database, isEmbedded: false, replica }
  await renderScreen(<System />, {
    path: '/operator/system',
    user: { type: 'Operator' },
    language,
    replies: { ...replies, 'GET /api/system-health': { ...health, database } },
  })
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('parked work is tried again with a reason', async () => {
  const { calls } = await screenOf()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again: Send an email' })))
  fireEvent.change(screen.getByLabelText('Why, for the log'), { target: { value: 'It is back' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again', hidden: true })))
  expect(await screen.findByText('It is in the queue again.')).toBeTruthy()
  expect(calls.find(({ key }) => key === 'POST /api/retry-task')?.body).toEqual({
    taskId: 12,
    reason: 'It is back',
  })
})

test('work that somebody dropped before says so', async () => {
  await screenOf('es')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Descartar: Enviar un correo' })))
  fireEvent.change(screen.getByLabelText('Por qué, para el registro'), { target: { value: 'Ya no' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Descartar', hidden: true })))
  expect(await screen.findByText('Alguien decidió antes sobre esto.')).toBeTruthy()
})
