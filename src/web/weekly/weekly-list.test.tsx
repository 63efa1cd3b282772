import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Cents } from '#domain/money.ts'
import { EVERY_WEEK } from '#domain/schedule/rhythm.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { WeeklyList } from './weekly-list.tsx'

afterEach(cleanup)

const user = { type: 'Customer', name: 'Ann Lee', time_zone: 'America/Denver' } as const
const idOf = (number: number) =>
  `0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c${String(number).padStart(2, '0')}` as never

const jobs: Reply<'POST /api/get-weekly-jobs'>['jobs'] = Array.from({ length: 9 }, (_, at) => ({
  id: idOf(at),
  propertyId: idOf(at),
  propertyName: `Place ${at}`,
  address: null,
  timeZone: 'America/Denver',
  serviceKey: 'bins',
  weekdays: [1],
  rhythm: EVERY_WEEK,
  windowStart: null,
  windowEnd: null,
  quantity: 1,
  startsOn: '2029-01-01' as LocalDate,
  endsOn: null,
  state: 'active',
  notes: '',
  nextVisitOn: null,
  perWeekCents: 1_000 as Cents,
  perMonthCents: 4_300 as Cents,
  perVisitCents: 1_000 as Cents,
  coveredWeekdays: [1],
  crewFirstNames: ['Rosa'],
}))

const kept: Reply<'GET /api/job-filters'> = {
  filters: [
    {
      id: idOf(90),
      name: 'Mondays',
      search: '',
      groupId: null,
      serviceKey: '',
      crewId: null,
      weekday: 1,
      state: '',
    },
  ],
  crews: [{ id: idOf(91), firstName: 'Rosa' }],
}

const replies: Replies = {
  'GET /api/services': [],
  'GET /api/property-groups': [],
  'GET /api/job-filters': kept,
  'POST /api/get-weekly-jobs': { jobs, nextCursor: null, totalCount: 9 },
  'GET /api/bulk-changes': { changes: [] },
}

const show = (given: Replies = {}, path = '/jobs?tab=weekly', more = {}) =>
  renderScreen(<WeeklyList nothingBooked={<p>none</p>} />, {
    path,
    user: { ...user, ...more },
    replies: { ...replies, ...given },
  })

const askedOf = (view: Awaited<ReturnType<typeof show>>) =>
  view.calls.filter(({ key }) => key === 'POST /api/get-weekly-jobs').at(-1)?.body

test('a few weekly services are a list, and nothing to search in', async () => {
  await show({ 'POST /api/get-weekly-jobs': { jobs: jobs.slice(0, 2), nextCursor: null, totalCount: 2 } })
  expect(screen.queryByRole('region', { name: 'Find weekly services' })).toBeNull()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('whoever has none reads how to begin', async () => {
  await show({ 'POST /api/get-weekly-jobs': { jobs: [], nextCursor: null, totalCount: 0 } })
  expect(screen.getByText('none')).toBeDefined()
})

test('many are searched and filtered by the server, and an empty answer can be left again', async () => {
  const view = await show({
    'POST /api/get-weekly-jobs': ({ body }) =>
      'search' in (body as object)
        ? { jobs: [], nextCursor: null, totalCount: 0 }
        : { jobs, nextCursor: null, totalCount: 9 },
  })
  expect(screen.getByText('9 weekly services')).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'elm ' } })
  await view.settle()
  expect(askedOf(view)).toMatchObject({ search: 'elm', states: ['active', 'paused'] })
  expect(screen.getByText('No weekly service fits these filters')).toBeDefined()
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
  await view.settle()
  expect(screen.getAllByRole('listitem')).toHaveLength(9)
})

test('the address holds the filters', async () => {
  const view = await show({}, `/jobs?tab=weekly&weekday=3&state=paused&crew=${String(idOf(91))}&q=oak`)
  expect(askedOf(view)).toMatchObject({ search: 'oak', weekday: 3, states: ['paused'], crewId: idOf(91) })
  expect(screen.getByRole('button', { name: 'Filters (3)' })).toBeDefined()
})

test('a kept filter is worn by choosing it, and a new one gets a name', async () => {
  const view = await show({ 'POST /api/save-job-filter': { id: idOf(92) } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Saved filters' }), { target: { value: idOf(90) } })
  await view.settle()
  expect(askedOf(view)).toMatchObject({ weekday: 1 })
  expect(screen.getByRole('button', { name: 'Rename filter' })).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'elm' } })
  await view.settle()
  fireEvent.click(screen.getByRole('button', { name: 'Save filter' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'Elms' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save filter' }))
  await view.settle()
  expect(view.calls.find(({ key }) => key === 'POST /api/save-job-filter')?.body).toMatchObject({
    name: 'Elms',
    search: 'elm',
    weekday: 1,
  })
})

describe('many at once', () => {
  const preview: Reply<'POST /api/preview-bulk-change'> = {
    from: '2030-01-07' as LocalDate,
    to: '2030-02-03' as LocalDate,
    jobCount: 331,
    changedCount: 330,
    sameCount: 0,
    refusedCount: 1,
    visitsBefore: 1_320,
    visitsAfter: 1_320,
    centsBefore: 1_320_000 as Cents,
    centsAfter: 2_640_000 as Cents,
    crewCount: 4,
    rows: [
      {
        weeklyJobId: idOf(1),
        propertyName: 'Place 1',
        serviceKey: 'bins',
        outcome: 'refused',
        note: 'This weekly job has ended.',
        visitsBefore: 0,
        visitsAfter: 0,
        centsBefore: 0 as Cents,
        centsAfter: 0 as Cents,
      },
      {
        weeklyJobId: idOf(2),
        propertyName: 'Place 2',
        serviceKey: 'bins',
        outcome: 'changes',
        note: '',
        visitsBefore: 4,
        visitsAfter: 4,
        centsBefore: 4_000 as Cents,
        centsAfter: 8_000 as Cents,
      },
    ],
  }
  const running: Reply<'GET /api/bulk-changes'>['changes'][number] = {
    id: idOf(50),
    change: { kind: 'quantity', from: '2030-01-07' as LocalDate, quantity: 2 },
    helperName: null,
    state: 'running',
    jobCount: 330,
    behindCount: 100,
    changedCount: 99,
    sameCount: 0,
    refusedCount: 1,
    undoneCount: 0,
    leftCount: 0,
    createdAt: new Date().toISOString(),
    undoUntil: new Date(Date.now() + 3_600_000).toISOString(),
    canUndo: false,
    noted: [],
  }

  test('all that are found are selected, previewed with money and conflicts, and changed', async () => {
    const all = Array.from({ length: 331 }, (_, at) => `id ${at}`)
    const view = await show({
      'POST /api/get-weekly-jobs': { jobs, nextCursor: 'more', totalCount: 331 },
      'POST /api/get-weekly-job-ids': { weeklyJobIds: all as never, totalCount: 331 },
      'POST /api/preview-bulk-change': preview,
      'POST /api/start-bulk-change': { bulkChangeId: idOf(50) },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Select all 331' }))
    await view.settle()
    expect(screen.getByText('331 selected')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Change 331 weekly services' }))
    const sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('radio', { name: 'New quantity' }))
    fireEvent.click(within(sheet).getByRole('button', { name: 'Show what happens' }))
    await view.settle()
    expect(sheet.textContent).toContain('330 change · 1 can’t be changed')
    expect(sheet.textContent).toContain('1,320 visits as before, $13,200 → $26,400.')
    expect(sheet.textContent).toContain('4 crews have some of these visits and are notified once each.')
    expect(sheet.textContent).toContain('This weekly job has ended.')
    expect(sheet.textContent).toContain('and 329 more')
    fireEvent.click(within(sheet).getByRole('button', { name: 'Change 330 weekly services' }))
    await view.settle()
    expect(view.calls.find(({ key }) => key === 'POST /api/start-bulk-change')?.body).toMatchObject({
      weeklyJobIds: all,
      isWhole: false,
      change: { kind: 'quantity', quantity: 1 },
    })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText('331 selected')).toBeNull()
  })

  test('crews are chosen in order, nobody twice', async () => {
    const view = await show({
      'GET /api/known-crews': {
        crews: [
          { crewId: idOf(71), firstName: 'Rosa', stars: 4.8 },
          { crewId: idOf(72), firstName: 'Lee', stars: null },
        ],
      },
      'POST /api/preview-bulk-change': preview,
    })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    fireEvent.click(screen.getByRole('button', { name: /^Change 9/ }))
    const sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('radio', { name: 'Choose crews' }))
    await view.settle()
    const choose = (name: string) => within(sheet).getByRole('combobox', { name: new RegExp(`^${name}`) })
    fireEvent.change(choose('Asked first'), { target: { value: idOf(72) } })
    expect(
      within(choose('Then'))
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toEqual(['Nobody else', 'Rosa · 4.8 ★'])
    fireEvent.change(choose('Third'), { target: { value: idOf(71) } })
    fireEvent.click(within(sheet).getByRole('button', { name: 'Show what happens' }))
    await view.settle()
    expect(view.calls.find(({ key }) => key === 'POST /api/preview-bulk-change')?.body).toMatchObject({
      change: { kind: 'crews', crewIds: [idOf(72), idOf(71)] },
    })
  })

  test('crews that cannot be read are no choice of nobody, and are asked for again', async () => {
    let tries = 0
    const view = await show({
      'GET /api/known-crews': () => {
        tries += 1
        if (tries === 1) throw refusal(503, { error: 'Try again in a moment.', code: 'unavailable' })
        return { crews: [{ crewId: idOf(71), firstName: 'Rosa', stars: null }] }
      },
    })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    fireEvent.click(screen.getByRole('button', { name: /^Change 9/ }))
    const sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('radio', { name: 'Choose crews' }))
    await view.settle()
    expect(sheet.textContent).toContain('Try again in a moment.')
    fireEvent.click(within(sheet).getByRole('button', { name: 'Show what happens' }))
    expect(await within(sheet).findByRole('combobox', { name: /^Asked first/ })).toBeDefined()
    expect(view.calls.some(({ key }) => key === 'POST /api/preview-bulk-change')).toBe(false)
  })

  test('single ones are chosen row by row', async () => {
    await show()
    fireEvent.click(screen.getAllByRole('checkbox', { name: /^Select: / })[2]!)
    expect(screen.getByRole('button', { name: 'Change 1 weekly service' })).toBeDefined()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    expect(screen.getByText('9 selected')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByText('9 selected')).toBeNull()
  })

  test('whoever ended all of them can still undo it', async () => {
    const ended = { ...running, change: { kind: 'cancel' as const }, state: 'done' as const, canUndo: true }
    await show({
      'POST /api/get-weekly-jobs': { jobs: [], nextCursor: null, totalCount: 0 },
      'GET /api/bulk-changes': { changes: [ended] },
    })
    expect(screen.getByText('none')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  })

  test('what is going on says how far it is', async () => {
    await show({ 'GET /api/bulk-changes': { changes: [running] } })
    expect(screen.getByText('New quantity: 2')).toBeDefined()
    expect(screen.getByText('100 of 330')).toBeDefined()
    cleanup()
  })

  test('what is done can be undone, and names what it left out', async () => {
    const done = {
      ...running,
      state: 'done' as const,
      behindCount: 330,
      changedCount: 329,
      canUndo: true,
      noted: [{ weeklyJobId: idOf(1), propertyName: 'Place 1', serviceKey: 'bins', note: 'It has ended.' }],
    }
    const view = await show({
      'GET /api/bulk-changes': { changes: [done] },
      'POST /api/undo-bulk-change': { ok: true },
    })
    expect(screen.getByText(/329 changed · 1 can’t be changed · You can undo it until/)).toBeDefined()
    expect(screen.getByText(/Place 1 .*: It has ended\./)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await view.settle()
    expect(view.calls.find(({ key }) => key === 'POST /api/undo-bulk-change')?.body).toEqual({
      bulkChangeId: idOf(50),
    })
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }))
    expect(screen.queryByText('New quantity: 2')).toBeNull()
  })

  test('whoever looks after the places changes many where it may plan, and the owner reads who did', async () => {
    const share = { shareId: idOf(80), ownerName: 'Ann', isWhole: false }
    const sees = { looks_after: { ...share, role: 'see' as const, rights: ['see' as const] } }
    const plans = {
      looks_after: { ...share, role: 'schedule' as const, rights: ['see', 'prices', 'schedule'] as const },
    }
    const done = { ...running, state: 'done' as const, helperName: 'Hana Helper' }
    const answers = { 'GET /api/bulk-changes': { changes: [done] } }
    await show(answers, undefined, sees)
    expect(screen.queryByRole('checkbox', { name: 'Select all shown' })).toBeNull()
    expect(screen.queryByText('New quantity: 2')).toBeNull()
    cleanup()
    await show(answers, undefined, plans)
    expect(screen.getByRole('checkbox', { name: 'Select all shown' })).toBeDefined()
    expect(screen.getByText('New quantity: 2')).toBeDefined()
    expect(screen.queryByText(/by Hana Helper/)).toBeNull()
    cleanup()
    await show(answers)
    expect(screen.getByText(/99 changed .* by Hana Helper/)).toBeDefined()
  })
})
