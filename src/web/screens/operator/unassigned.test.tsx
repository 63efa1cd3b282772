import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Unassigned } from './unassigned.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const visit: Reply<'GET /api/unassigned-visits'>['visits'][number] = {
  visitId: 'visit-1' as VisitId,
  propertyName: 'Blue house',
  neighbourhood: 'Highland',
  lat: 39.7621,
  lng: -105.0125,
  serviceKey: 'bins',
  date: '2026-03-03' as LocalDate,
  startsAt: '2026-03-03T15:00:00.000Z',
  endsAt: '2026-03-03T19:00:00.000Z',
  timeZone: 'America/Denver',
  waveCount: 3,
  wavesDone: 2,
  isStanding: false,
  needsOperator: false,
  openOfferCount: 3,
  declinedCount: 1,
}
const candidate: Reply<'POST /api/get-crew-candidates'>['candidates'][number] = {
  crewId: 'crew-1' as UserId,
  name: 'Devon Brooks',
  distanceFeet: 5_280,
  loadMinutes: 60,
  capacityMinutes: 480,
  rating: null,
  reliability: 0.9,
  isFavourite: true,
  conflict: null,
  offer: 'declined',
  hasIt: false,
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

function renderList(replies: Parameters<typeof renderScreen>[1] = {}) {
  return renderScreen(<Unassigned />, {
    user: { type: 'Operator' },
    ...replies,
    replies: { 'GET /api/services': [], ...replies.replies },
  })
}

test('ux 12: an operator sees how far the asking is, and gives a visit to the best crew', async () => {
  const { calls, settle } = await renderList({
    replies: {
      'GET /api/unassigned-visits': {
        visits: [
          visit,
          { ...visit, visitId: 'visit-2' as VisitId, propertyName: 'Red house', needsOperator: true },
          {
            ...visit,
            visitId: 'visit-3' as VisitId,
            propertyName: 'Old barn',
            needsOperator: true,
            openOfferCount: 0,
          },
        ],
        totalCount: 3,
      },
      'POST /api/get-crew-candidates': {
        visitId: visit.visitId,
        propertyName: 'Blue house',
        serviceKey: 'bins',
        date: visit.date,
        candidates: [
          candidate,
          {
            ...candidate,
            crewId: 'crew-2' as UserId,
            name: 'Ann Far',
            conflict: 'out_of_range',
            offer: null,
          },
        ],
      },
      'POST /api/assign-visit': { visitId: visit.visitId, crewId: candidate.crewId },
    },
  })
  expect(screen.getByText('Asking crews, round 2 of 3')).toBeTruthy()
  // Nobody is said to have come forward while some have yet to answer.
  const rowOf = (name: string) => screen.getByText(name).closest('li')!.textContent
  expect(rowOf('Red house')).toContain('3 yet to answer, 1 said no')
  expect(rowOf('Red house')).toContain('No yes yet')
  expect(rowOf('Old barn')).toContain('No crew said yes')
  await press('Assign: Blue house')
  await settle()
  for (const texts of ['Said no', 'Favorite', 'Out of range'])
    expect(screen.getAllByText(texts).length).toBeGreaterThan(0)
  expect(screen.getAllByText(/^1\.0 mi · .+ of .+ that day · 90% kept$/)).toHaveLength(2)
  await press('Assign: Devon Brooks')
  await settle()
  expect(calls.find((each) => each.key === 'POST /api/assign-visit')?.body).toEqual({
    visitId: 'visit-1',
    crewId: 'crew-1',
  })
  expect(screen.getByText('Devon Brooks has it now and knows.')).toBeTruthy()
})

test('ux 12: a refusal stands at the crew that was pressed, a frozen one cannot be, and an empty list says so', async () => {
  const { settle } = await renderList({
    replies: {
      'GET /api/unassigned-visits': { visits: [visit], totalCount: 1 },
      'POST /api/get-crew-candidates': {
        visitId: visit.visitId,
        propertyName: 'Blue house',
        serviceKey: 'bins',
        date: visit.date,
        candidates: [
          { ...candidate, crewId: 'crew-2' as UserId, name: 'Ann Ice', conflict: 'account_frozen' },
          candidate,
        ],
      },
      'POST /api/assign-visit': () => {
        throw refusal(409, { error: 'This crew is frozen and takes no work.', code: 'crew_frozen' })
      },
    },
  })
  await press('Assign: Blue house')
  await settle()
  expect(screen.getByText('Ann Ice').closest('li')!.textContent).toContain('Frozen')
  expect(screen.queryByRole('button', { name: 'Assign: Ann Ice' })).toBeNull()
  await press('Assign: Devon Brooks')
  await settle()
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe('This crew is frozen and takes no work.')
  expect(alert.closest('li')!.textContent).toContain('Devon Brooks')
  cleanup()
  await renderList({ replies: { 'GET /api/unassigned-visits': { visits: [], totalCount: 0 } } })
  expect(screen.getByText('Every visit this week and next has a crew.')).toBeTruthy()
})
