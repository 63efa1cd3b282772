import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { keysOf } from '#domain/keys.ts'
import type { StaffRole } from '#domain/staff/roles.ts'
import { operatorUrls } from '#web/operator-urls.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { NavigationLink } from '#web/ui/route-link.tsx'
import { navigationFor } from './navigation.ts'
import { mayOpen, OperatorMenu } from './operator-menu.tsx'
import { operatorPages } from './operator-pages.ts'
import type { Page } from './page.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Row({ page, isOpen }: { page: Page; isOpen?: boolean }) {
  return (
    <NavigationLink to={page.path} {...(isOpen && { 'aria-current': 'true' })}>
      {page.key}
    </NavigationLink>
  )
}

async function show(role: StaffRole | undefined, path = '/operator') {
  const { tabs, rest } = navigationFor('Operator', operatorPages, (key) => mayOpen(key, role))
  await renderScreen(<OperatorMenu pages={[...tabs, ...rest]} Row={Row} />, { path })
  return screen.getAllByRole('link').map(({ textContent }) => textContent)
}

test('every page of the navigation stands in the menu, once, under a heading', async () => {
  const shown = await show('owner')
  const wanted = keysOf(operatorUrls).filter((key) => 'nav' in operatorUrls[key])
  expect(shown.toSorted()).toEqual([...wanted, 'account'].toSorted())
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(headings).toEqual(['Day', 'People', 'Money', 'City', 'Trust'])
  expect(within(screen.getByRole('region', { name: 'Day' })).getByText('operatorSchedule')).toBeDefined()
})

test('a dispatcher is offered nothing about money, a reader reads it', async () => {
  const ofDispatcher = await show('dispatcher')
  expect(ofDispatcher).not.toContain('operatorMoney')
  expect(ofDispatcher).toContain('operatorPeople')
  cleanup()
  expect(await show('reader')).toContain('operatorMoney')
})

test('the page that is open is the current one; one of a thing marks the list that leads there', async () => {
  await show('owner', '/operator/log')
  expect(screen.getByText('operatorLog').getAttribute('aria-current')).toBe('page')
  cleanup()
  await show('owner', '/operator/person/00000000-0000-4000-8000-000000000001')
  expect(screen.getByText('operatorPeople').getAttribute('aria-current')).toBe('true')
})

test('the tabs of a phone are those that the role may read', () => {
  for (const role of ['owner', 'dispatcher'] as const) {
    const { tabs } = navigationFor('Operator', operatorPages, (key) => mayOpen(key, role))
    expect(tabs.map(({ key }) => key)).toEqual([
      'operator',
      'operatorSchedule',
      'operatorPeople',
      ...(role === 'owner' ? ['operatorMoney'] : []),
    ])
  }
})
