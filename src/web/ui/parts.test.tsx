import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Weekday } from '#domain/time.ts'
import { WeekdayPicker } from '#web/ui/forms/chip-group.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { DataTable, type Sort } from '#web/ui/lists/data-table.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { initialsOf } from './avatar.tsx'
import { ButtonLink, ExternalLink, Link } from './link.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

test('weekdays are read out in full and kept in the order of the week', () => {
  const onChange = vi.fn<(days: readonly Weekday[]) => void>()
  render(<WeekdayPicker label="Days" name="days" value={[4]} onChange={onChange} />)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Thursday' }).checked).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Monday' }))
  expect(onChange).toHaveBeenLastCalledWith([1, 4])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Thursday' }))
  expect(onChange).toHaveBeenLastCalledWith([])
})

test('a number stays whole and within its limits', () => {
  function Sample() {
    const [bins, setBins] = useState(2)
    return <NumberStepper label="Bins" name="bins" min={1} max={3} value={bins} onChange={setBins} />
  }
  render(<Sample />)
  const input = screen.getByLabelText<HTMLInputElement>('Bins')
  fireEvent.click(screen.getByRole('button', { name: 'More: Bins' }))
  expect(input.value).toBe('3')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'More: Bins' }).disabled).toBe(true)
  fireEvent.change(input, { target: { value: '99' } })
  expect(input.value).toBe('3')
  fireEvent.change(input, { target: { value: 'abc' } })
  expect(input.value).toBe('1')
})

test('a password shows only when asked', () => {
  render(
    <PasswordField
      label="Password"
      name="password"
      autoComplete="current-password"
      value="x"
      onChange={() => undefined}
    />,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  expect(input.type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.type).toBe('text')
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input.type).toBe('password')
})

test('arrow keys move between tabs and come round', () => {
  function Sample() {
    const [active, setActive] = useState<'a' | 'b'>('a')
    const tabs = [
      { key: 'a', label: 'First' },
      { key: 'b', label: 'Second' },
    ] as const
    return (
      <Tabs label="Parts" tabs={tabs} active={active} onSelect={setActive}>
        {active}
      </Tabs>
    )
  }
  render(<Sample />)
  fireEvent.keyDown(screen.getByRole('tab', { name: 'First' }), { key: 'ArrowRight' })
  expect(screen.getByRole('tab', { name: 'Second' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('tabpanel').textContent).toBe('b')
  fireEvent.keyDown(screen.getByRole('tab', { name: 'Second' }), { key: 'ArrowRight' })
  expect(screen.getByRole('tabpanel').textContent).toBe('a')
})

test('a table says how it is sorted and asks for the other way round', () => {
  const onSort = vi.fn<(sort: Sort) => void>()
  const columns = [
    { key: 'day', title: 'Day', cell: (row: { day: string }) => row.day, isSortable: true },
    { key: 'pay', title: 'Pay', cell: () => '$9', isNumber: true },
  ]
  render(
    <MemoryRouter>
      <DataTable
        label="Visits"
        columns={columns}
        rows={[{ day: 'Monday' }]}
        rowKey={(row) => row.day}
        rowLink={() => '/jobs'}
        sort={{ key: 'day', isDescending: false }}
        onSort={onSort}
      />
    </MemoryRouter>,
  )
  const table = screen.getByRole('table', { name: 'Visits' })
  expect(within(table).getByRole('columnheader', { name: /Day/ }).getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(within(table).getByRole('button', { name: 'Sort by Day' }))
  expect(onSort).toHaveBeenCalledWith({ key: 'day', isDescending: true })
  expect(within(table).getByRole('link', { name: 'Monday' }).getAttribute('href')).toBe('/jobs')
})

test('a map says its stops in words and in order', () => {
  const stops = [
    { id: 'a', place: { lat: 39.7, lng: -105 }, label: '1 Larimer St' },
    { id: 'b', place: { lat: 39.8, lng: -105.1 }, label: '2 Welton St' },
  ]
  render(<RouteMap stops={stops} base={{ lat: 39.75, lng: -105 }} />)
  expect(screen.getByRole('img', { name: 'Map with 2 stops' })).toBeTruthy()
  const listed = within(screen.getByRole('list', { name: 'Stops in order' })).getAllByRole('listitem')
  expect(listed.map((item) => item.textContent)).toEqual(['1 Larimer St', '2 Welton St'])
})

test('links inside stay inside, links outside say so, forbidden ones are no links', () => {
  render(
    <MemoryRouter>
      <Link to="/jobs">Jobs</Link>
      <Link to="https://evil.example">Sneaky</Link>
      <ButtonLink to="javascript:alert(1)">Script</ButtonLink>
      <ExternalLink href="https://maps.example">Maps</ExternalLink>
      <ExternalLink href="javascript:alert(1)">Bad</ExternalLink>
      <ExternalLink href="tel:3035551234">Call</ExternalLink>
    </MemoryRouter>,
  )
  const links = screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')])
  expect(links).toEqual([
    ['Jobs', '/jobs', null],
    ['Maps', 'https://maps.example', 'noopener noreferrer'],
    ['Call', 'tel:3035551234', null],
  ])
})

test.each([
  [0.4, '40'],
  [2, '100'],
  [-1, '0'],
])('progress of %d shows %s percent', (value, percent) => {
  render(<ProgressBar label="Importing" value={value} />)
  expect(screen.getByRole('progressbar', { name: 'Importing' }).getAttribute('value')).toBe(percent)
})

test.each([
  ['Rosa Vega', 'RV'],
  ['  ana maría  de la cruz ', 'AC'],
  ['Cher', 'C'],
  ['', ''],
  ['😀 Smile', '😀S'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
