import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { listenForKeys } from './keys.ts'

let stop: () => void = () => undefined

function open(): () => void {
  const onHelp = vi.fn<() => void>()
  stop = listenForKeys(onHelp)
  render(
    <MemoryRouter>
      <main>
        <input type="search" aria-label="Search" />
        <List label="Rows">
          <ListRow title="One" onClick={() => undefined} />
          <ListRow title="Two" to="/two" actions={<button type="button">Skip</button>} />
          <ListRow title="Not to be opened" />
          <ListRow title="Three" onClick={() => undefined} />
        </List>
      </main>
    </MemoryRouter>,
  )
  return onHelp
}

afterEach(() => {
  stop()
  cleanup()
})

const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const here = () => document.activeElement?.textContent

test('j and k walk the rows that can be opened, and stay at the ends', () => {
  open()
  const seen = ['j', 'j', 'j', 'j', 'k', 'k', 'k'].map((key) => {
    press(key)
    return here()
  })
  expect(seen).toEqual(['One', 'Two', 'Three', 'Three', 'Two', 'One', 'One'])
})

test('from a button of a row j goes to the next row', () => {
  open()
  screen.getByRole('button', { name: 'Skip' }).focus()
  press('j')
  expect(here()).toBe('Three')
})

test('/ goes to the search, where keys are letters again', () => {
  const onHelp = open()
  press('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }))
  press('j')
  press('?')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }))
  expect(onHelp).not.toHaveBeenCalled()
})

test('? shows the keys; a shortcut of the browser is left alone', () => {
  const onHelp = open()
  press('j', { ctrlKey: true })
  expect(document.activeElement).toBe(document.body)
  press('?', { shiftKey: true })
  expect(onHelp).toHaveBeenCalledOnce()
})
