import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { EVERY_WEEK } from '#domain/schedule/rhythm.ts'
import type { Cents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { MoveButton } from '#web/visits/move-visit.tsx'
import { WhyThisDay } from '#web/visits/why-this-day.tsx'
import { OperatorSchedule } from './operator-schedule.tsx'

afterEach(cleanup)

const ID = '0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c01' as never
const day = (text: string) => text as LocalDate
const cents = (value: number) => value as Cents

const visit: Reply<'POST /api/get-visits'>['visits'][number] = {
  id: ID,
  weeklyJobId: ID,
  propertyId: ID,
  propertyName: 'Elm',
  address: '12 Elm St',
  timeZone: 'America/Denver',
  serviceKey: 'bins',
  date: day('2030-01-08'),
  startsAt: '2030-01-08T14:00:00.000Z',
  endsAt: '2030-01-08T16:00:00.000Z',
  isAnytime: false,
  quantity: 2,
  state: 'confirmed',
  crewFirstName: 'Rosa',
  completedAt: null,
  priceCents: cents(1_000),
}

const job = {
  id: ID,
  propertyId: ID,
  propertyName: 'Elm',
  address: '12 Elm St',
  timeZone: 'America/Denver',
  serviceKey: 'bins',
  weekdays: [2],
  rhythm: EVERY_WEEK,
  windowStart: null,
  windowEnd: null,
  quantity: 2,
  startsOn: day('2029-01-01'),
  endsOn: null,
  state: 'active',
  notes: '',
  nextVisitOn: day('2030-01-08'),
  perWeekCents: cents(1_000),
  coveredWeekdays: [],
  skippedDates: [],
  pauses: [],
  comingVisits: [],
  termsUntil: [],
} as unknown as Reply<'GET /api/weekly-job'>

const calendar: Reply<'GET /api/operator-schedule'> = {
  today: day('2030-01-07'),
  undoHours: 2,
  standbyHours: 12,
  markets: [{ id: 'denver', name: 'Denver', lat: 39.7, lng: -104.9, ruleSetId: ID }],
  ruleSets: [
    {
      id: ID,
      name: 'City of Denver',
      serviceKeys: null,
      secondHoliday: 'once',
      rules: [
        {
          key: 'king_day',
          nameEn: 'King Day',
          nameEs: 'Día de King',
          month: 1,
          day: null,
          nth: 3,
          weekday: 1,
          effect: 'none',
          weekend: 'ignore',
        },
      ],
      propertyCount: 3,
      isFollowing: false,
      followTotal: 0,
      followDone: 0,
      coming: [{ key: 'king_day', date: day('2030-01-21'), effect: 'none' }],
    },
  ],
  pushedDays: [
    {
      id: ID,
      marketId: 'denver',
      marketName: 'Denver',
      date: day('2030-01-07'),
      to: day('2030-01-08'),
      area: null,
      serviceKeys: null,
      reason: 'snow',
      note: '',
      state: 'done',
      totalCount: 4,
      movedCount: 3,
      skippedCount: 1,
      byName: 'Olga',
      createdAt: '2030-01-07T13:00:00.000Z',
      canUndo: true,
      undoUntil: '2030-01-07T15:00:00.000Z',
    },
  ],
}

test('a visit moves alone, with its price shown before', async () => {
  const { calls } = await renderScreen(<MoveButton visit={visit} />, {
    replies: {
      'GET /api/services': [],
      'GET /api/weekly-job': job,
      'POST /api/preview-schedule-change': {
        from: day('2030-01-08'),
        to: day('2030-01-08'),
        visitsBefore: 1,
        visitsAfter: 1,
        centsBefore: cents(1_000),
        centsAfter: cents(1_100),
        goneDates: [],
        newDates: [],
        crewCount: 1,
      },
      'POST /api/move-visit': {
        ok: true,
        date: day('2030-01-12'),
        startsAt: visit.startsAt,
        endsAt: visit.endsAt,
        quantity: 2,
        keepsCrew: true,
      },
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Move' }))
  fireEvent.change(await screen.findByLabelText(/New day/), { target: { value: '2030-01-12' } })
  expect(await screen.findByText(/\$11 instead of \$10\. We’ll tell 1 crew\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => calls.find((each) => each.key === 'POST /api/move-visit')?.body)
    .toEqual({ visitId: ID, to: '2030-01-12' })
})

test('why a visit is on its day is said in words', async () => {
  const plain = {
    from: null,
    to: null,
    weekdays: [],
    rhythm: null,
    at: null,
    nameEn: null,
    nameEs: null,
    note: '',
    nights: null,
    guests: null,
  }
  await renderScreen(<WhyThisDay visitId={ID} />, {
    replies: {
      'GET /api/visit-reasons': {
        date: day('2026-11-27'),
        timeZone: 'America/Denver',
        reasons: [
          { ...plain, kind: 'rule', weekdays: [4], from: day('2026-01-05'), to: null },
          {
            ...plain,
            kind: 'holiday',
            from: day('2026-11-26'),
            to: day('2026-11-27'),
            nameEn: 'Thanksgiving',
            nameEs: 'Acción de Gracias',
          },
          { ...plain, kind: 'skipped_since_vacant' },
          { ...plain, kind: 'extra_after_stay', nights: 9, guests: 8 },
        ],
      },
    },
  })
  expect(await screen.findByText('Weekly on Thu since Mon, Jan 5.')).toBeTruthy()
  expect(screen.getByText('Thanksgiving: Thu, Nov 26 moves to Fri, Nov 27.')).toBeTruthy()
  expect(screen.getByText('Nobody stayed since the last pickup.')).toBeTruthy()
  expect(screen.getByText('Extra: 9 nights, 8 guests.')).toBeTruthy()
})

test('the operator sees the calendar, and what a push does before it is done', async () => {
  const { calls } = await renderScreen(<OperatorSchedule />, {
    replies: {
      'GET /api/services': [],
      'GET /api/operator-schedule': calendar,
      'POST /api/preview-pushed-day': {
        movedCount: 3,
        conflictCount: 1,
        skippedCount: 0,
        customerCount: 4,
        crewCount: 2,
        stayingCount: 0,
        lostCents: cents(900),
        standbyCents: cents(0),
      },
      'POST /api/push-day': { ok: true, pushedDayId: ID },
    },
  })
  expect(await screen.findByText('King Day')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Pushed days' }))
  expect(screen.getByText(/3 moved, 1 left out/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  const push = await screen.findByRole('button', { name: 'Push 4 visits' })
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toContain('3 move to the new day')
  expect(lines).toContain('1 falls out: the new day has one already')
  fireEvent.click(push)
  await expect
    .poll(() => calls.find((each) => each.key === 'POST /api/push-day')?.body)
    .toMatchObject({ marketId: 'denver', date: '2030-01-07', to: '2030-01-08', area: null, reason: 'snow' })
})
