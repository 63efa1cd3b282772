import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { EVERY_WEEK } from '#domain/schedule/rhythm.ts'
import type { AssignmentId, TimeOffId, VisitId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { cents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { ConfirmJobs } from '#web/screens/crew/confirm-jobs.tsx'
import { CrewHome } from '#web/screens/crew/home.tsx'
import { ReleaseVisit } from '#web/screens/crew/release-visit.tsx'
import { CrewAccount } from '#web/screens/onboarding/crew-account.tsx'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { dayWith, nothingToConfirm, services } from '#web/stops/crew-screens.testing.ts'
import { MyAssignments } from './my-assignments.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Week = Reply<'POST /api/get-visits-to-confirm'>
type WeekVisit = Week['days'][number]['visits'][number]
type Assigned = Reply<'POST /api/get-assignments'>['assignments'][number]

const crewUser = { type: 'Crew' as const }
const click = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

const visit = (visitId: string, more: Partial<WeekVisit> = {}): WeekVisit => ({
  visitId: visitId as VisitId,
  date: '2026-03-09' as LocalDate,
  timeZone: 'America/Denver',
  propertyName: `House ${visitId}`,
  address: null,
  serviceKey: 'bins',
  quantity: 1,
  minutes: 6,
  window: null,
  payCents: cents(700),
  isConfirmed: false,
  confirmBy: '2026-03-08T01:00:00.000Z',
  ...more,
})

function weekOf(visits: WeekVisit[]): Week {
  const open = visits.filter((each) => !each.isConfirmed)
  return {
    ...nothingToConfirm,
    confirmBy: open.length === 0 ? null : '2026-03-08T01:00:00.000Z',
    unconfirmedCount: open.length,
    unconfirmedPayCents: cents(700 * open.length),
    days: [...Map.groupBy(visits, (each) => each.date)].map(([date, ofDay]) => ({ date, visits: ofDay })),
  }
}

function renderConfirm(visits: WeekVisit[], replies: Replies = {}, language: Language = 'en') {
  return renderScreen(<ConfirmJobs />, {
    user: crewUser,
    language,
    replies: {
      'GET /api/services': services,
      'POST /api/get-visits-to-confirm': () => weekOf(visits),
      ...replies,
    },
  })
}

test('the week is confirmed with one button and undone from the message', async () => {
  let visits = [visit('a'), visit('b', { date: '2026-03-10' as LocalDate })]
  const set = (isConfirmed: boolean) => () => {
    visits = visits.map((each) => ({ ...each, isConfirmed }))
    return { visitIds: ['a' as VisitId, 'b' as VisitId], lost: [] }
  }
  const { calls, settle } = await renderConfirm([], {
    'POST /api/get-visits-to-confirm': () => weekOf(visits),
    'POST /api/confirm-visits': set(true),
    'POST /api/unconfirm-visits': set(false),
  })
  expect(screen.getByText('2 visits for $14 to confirm')).toBeTruthy()
  expect(screen.getByText(/By Saturday, March 7, 6:00.PM/)).toBeTruthy()
  expect(screen.getByText(/offered to other crews\. You lose their pay/)).toBeTruthy()
  await click('Confirm all 2 visits')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/confirm-visits')?.body).toEqual({ visitIds: ['a', 'b'] })
  expect(screen.getByText('Your week is confirmed')).toBeTruthy()
  await click('Undo')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/unconfirm-visits')?.body).toEqual({
    visitIds: ['a', 'b'],
  })
  expect(screen.getByRole('button', { name: 'Confirm all 2 visits' })).toBeTruthy()
})

test('single visits can be left off, and it is said what becomes of them', async () => {
  const { calls, settle } = await renderConfirm([visit('a'), visit('b')], {
    'POST /api/confirm-visits': { visitIds: ['a' as VisitId], lost: [] },
  })
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: 'Confirm House b' })))
  expect(screen.getByText(/The one you left off goes to other crews/)).toBeTruthy()
  await click('Confirm 1 visit')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/confirm-visits')?.body).toEqual({ visitIds: ['a'] })
})

test('what was lost meanwhile and what the server refuses is said', async () => {
  const { settle } = await renderConfirm([visit('a')], {
    'POST /api/confirm-visits': {
      visitIds: [],
      lost: [{ visitId: 'a' as VisitId, reason: 'This work is no longer open.' }],
    },
  })
  await click('Confirm 1 visit')
  await settle()
  expect(screen.getByText('House a: This work is no longer open.')).toBeTruthy()
  cleanup()
  const refused = await renderConfirm([visit('a')], {
    'POST /api/confirm-visits': () => {
      throw refusal(403, { error: 'Your account is frozen.', code: 'frozen' })
    },
  })
  await click('Confirm 1 visit')
  await refused.settle()
  expect(screen.getByRole('alert').textContent).toContain('Your account is frozen.')
})

test('without visits the next action is finding work, in Spanish too', async () => {
  await renderConfirm([])
  expect(screen.getByRole('link', { name: 'Find work' })).toBeTruthy()
  cleanup()
  await renderConfirm([visit('a')], {}, 'es')
  expect(screen.getByRole('button', { name: 'Confirmar 1 visita' })).toBeTruthy()
})

test('the home has the banner only while something waits', async () => {
  const home = (week: Week) =>
    renderScreen(<CrewHome />, {
      user: crewUser,
      replies: {
        'GET /api/services': services,
        'GET /api/day': dayWith([]),
        'POST /api/get-visits-to-confirm': week,
        'GET /api/offers': { offers: [] } as unknown as Reply<'GET /api/offers'>,
        'GET /api/crew-payments': () => {
          throw refusal(503, { error: 'Away.', code: 'unavailable' })
        },
      },
    })
  await home(weekOf([visit('a'), visit('b')]))
  expect(screen.getByText('Confirm 2 visits of next week')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Confirm' }).getAttribute('href')).toBe('/confirm-jobs')
  cleanup()
  await home(nothingToConfirm)
  expect(screen.queryByText(/of next week/)).toBeNull()
})

const assigned = {
  assignmentId: 'assignment-1',
  weeklyJobId: 'job-1',
  weekday: 2,
  rhythm: EVERY_WEEK,
  position: 1,
  propertyName: 'Blue house',
  address: '1 Larimer St',
  lat: 39.74,
  lng: -104.99,
  serviceKey: 'bins',
  quantity: 1,
  minutes: 6,
  window: null,
  payCents: cents(700),
  nextDate: '2026-03-03',
  takenAt: '2026-02-01T16:00:00.000Z',
  isLateToRelease: true,
} as Assigned

const cost: Reply<'POST /api/preview-release-assignment'> = {
  visits: [
    {
      visitId: 'a' as VisitId,
      date: '2026-03-03' as LocalDate,
      propertyName: 'Blue house',
      serviceKey: 'bins',
      payCents: cents(700),
      isLate: true,
      freeUntil: '2026-03-01T16:00:00.000Z',
      timeZone: 'America/Denver',
    },
    {
      visitId: 'b' as VisitId,
      date: '2026-03-10' as LocalDate,
      propertyName: 'Blue house',
      serviceKey: 'bins',
      payCents: cents(700),
      isLate: false,
      freeUntil: '2026-03-08T16:00:00.000Z',
      timeZone: 'America/Denver',
    },
  ],
  lostPayCents: cents(1400),
  lateCount: 1,
  noticeHours: 48,
  reliability: 0.95,
  reliabilityAfter: 0.905,
}
const released = {
  assignmentId: 'assignment-1' as AssignmentId,
  isLate: true,
  releasedVisitCount: 2,
  releasedFrom: '2026-03-03' as LocalDate,
}
const reliability = {
  share: 0.95,
  kept: 38,
  lateReleases: 1,
  missed: 1,
  windowDays: 90,
  noticeHours: 48,
  graceMinutes: 120,
}

test('giving an assignment back shows its consequences first', async () => {
  const { calls, settle } = await renderScreen(<MyAssignments />, {
    user: crewUser,
    replies: {
      'GET /api/services': services,
      'POST /api/get-assignments': { assignments: [assigned], today: '2026-03-02' as LocalDate },
      'POST /api/get-reliability': reliability,
      'POST /api/preview-release-assignment': cost,
      'POST /api/release-assignment': released,
    },
  })
  expect(screen.getByText('1 stop, $7 a week')).toBeTruthy()
  expect(screen.getByText('95%')).toBeTruthy()
  await click('Give back Blue house')
  await settle()
  const sheet = within(screen.getByRole('dialog'))
  expect(sheet.getByText('2 visits go to other crews: $14 less for you.')).toBeTruthy()
  expect(sheet.getByText(/1 visit is less than 48 hours away/)).toBeTruthy()
  expect(sheet.getByText('Your reliability goes from 95% to 91%.')).toBeTruthy()
  await click('Give back')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/release-assignment')?.body).toEqual({
    assignmentId: 'assignment-1',
  })
})

test('threats T6: the link from the text message opens them, and its token leaves the address', async () => {
  const { calls, settle } = await renderScreen(<MyAssignments />, {
    path: '/my-assignments?token=SECRET',
    pattern: '/my-assignments',
    replies: {
      'GET /api/services': services,
      'POST /api/open-assignments-link': {
        crewName: 'Maria',
        assignments: [assigned],
        today: '2026-03-02' as LocalDate,
      },
      'POST /api/preview-release-by-link': cost,
      'POST /api/release-by-link': released,
    },
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Assignments of Maria')
  await click('Give back Blue house')
  await settle()
  await click('Give back')
  await settle()
  const body = { token: 'SECRET', assignmentId: 'assignment-1' }
  expect(calls.find(({ key }) => key === 'POST /api/release-by-link')?.body).toEqual(body)
  expect(document.body.innerHTML).not.toContain('SECRET')
  expect(calls.some(({ key }) => key === 'POST /api/get-assignments')).toBe(false)
})

test('a link that no longer works, and nobody signed in, offer a new one', async () => {
  const { calls, settle } = await renderScreen(<MyAssignments />, {
    path: '/my-assignments?token=OLD',
    pattern: '/my-assignments',
    replies: {
      'POST /api/open-assignments-link': () => {
        throw refusal(410, { error: 'This link was used before or is too old.', code: 'link_invalid' })
      },
      'POST /api/request-assignments-link': { ok: true },
    },
  })
  expect(screen.getByText('This link no longer works')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Your phone'), { target: { value: '3035550100' } })
  await click('Text me the link')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/request-assignments-link')?.body).toEqual({
    phone: '(303) 555-0100',
  })
  expect(screen.getByText(/the link is on its way/)).toBeTruthy()
  cleanup()
  await renderScreen(<MyAssignments />, {})
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Text me the link' })).toBeTruthy()
})

test('one visit is released from its own page, and not once it is done', async () => {
  const onReleased = vi.fn()
  const { calls, settle } = await renderScreen(
    <ReleaseVisit
      visit={{ id: 'visit-1', state: 'confirmed', endsAt: '2999-03-03T19:00:00.000Z' }}
      onReleased={onReleased}
    />,
    {
      user: crewUser,
      replies: {
        'POST /api/preview-release-visit': {
          ...cost,
          visits: cost.visits.slice(1),
          lostPayCents: cents(700),
          lateCount: 0,
        },
        'POST /api/release-visit': {
          visitId: 'visit-1' as VisitId,
          date: '2026-03-10' as LocalDate,
          isLate: false,
        },
      },
    },
  )
  await click('Give back this visit')
  await settle()
  expect(
    screen.getByText('Your visit on Tuesday, March 10 goes to other crews: $7 less for you.'),
  ).toBeTruthy()
  expect(screen.getByText(/It costs you nothing until Sunday, March 8, 10:00.AM\. From then on/)).toBeTruthy()
  await click('Give back')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/release-visit')?.body).toEqual({ visitId: 'visit-1' })
  expect(onReleased).toHaveBeenCalledOnce()
  cleanup()
  const done = { id: 'visit-1', state: 'completed', endsAt: '2999-03-03T19:00:00.000Z' } as const
  await renderScreen(<ReleaseVisit visit={done} onReleased={onReleased} />, { user: crewUser })
  expect(screen.queryByRole('button', { name: 'Give back this visit' })).toBeNull()
})

test('days off show what they mean before they are taken, and can be undone', async () => {
  const profile = {
    address: '1 Main St',
    lat: 39.7,
    lng: -105,
    rangeFeet: 52_800,
    services: ['bins'],
    vehicle: '',
    hours: [],
  } as unknown as Reply<'GET /api/crew-profile'>
  const { calls, settle } = await renderScreen(<CrewAccount />, {
    user: crewUser,
    replies: {
      'GET /api/services': services,
      'GET /api/crew-profile': profile,
      'POST /api/get-reliability': { ...reliability, share: null },
      'POST /api/get-time-off': { daysOff: [], today: '2026-03-02' as LocalDate },
      'POST /api/preview-time-off': { ...cost, lateCount: 0, reliabilityAfter: 0.95, trip: null },
      'POST /api/add-time-off': { timeOffId: 'off-1' as TimeOffId, releasedVisitCount: 2, lateCount: 0 },
      'POST /api/remove-time-off': { returnedVisitCount: 2 },
    },
  })
  expect(screen.getByText('Not known yet')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-03-09' } })
  await click('Show the effect')
  await settle()
  expect(screen.getByText('2 visits go to other crews: $14 less for you.')).toBeTruthy()
  await click('Take these days off')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/add-time-off')?.body).toEqual({
    from: '2026-03-09',
    to: '2026-03-09',
    note: '',
  })
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/remove-time-off')?.body).toEqual({ timeOffId: 'off-1' })
})
