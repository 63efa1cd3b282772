import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FileDrop, isAccepted } from '#web/ui/forms/file-drop.tsx'
import { Dialog } from './dialog.tsx'
import { Menu } from './menu.tsx'
import { showToast, TOAST_MS, Toasts } from './toasts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('§9 toasts: a toast stands for 3000 ms', () => {
  render(<Toasts />)
  act(() => showToast('Saved.'))
  act(() => void vi.advanceTimersByTime(TOAST_MS - 1))
  expect(screen.queryByText('Saved.')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('Saved.')).toBeNull()
  expect(TOAST_MS).toBe(3_000)
})

test('undo is done once and the toast goes', () => {
  const undo = vi.fn<() => void>()
  render(<Toasts />)
  act(() => showToast('Skipped Tuesday.', { undo }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Skipped Tuesday.')).toBeNull()
})

test('a menu opens on its first entry, moves by arrows, and escape gives the focus back', () => {
  const remove = vi.fn<() => void>()
  const items = [
    { label: 'Change', onSelect: () => undefined },
    { label: 'Remove', onSelect: remove },
  ]
  render(<Menu label="More" items={items} />)
  const trigger = screen.getByRole('button', { name: 'More' })
  fireEvent.click(trigger)
  expect(document.activeElement?.textContent).toBe('Change')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toBe('Remove')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toBe('Change')
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(document.activeElement).toBe(trigger)
  fireEvent.click(trigger)
  fireEvent.click(screen.getByRole('menuitem', { name: 'Remove' }))
  expect(remove).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a dialog that may not be closed has no way out of its own', () => {
  const { rerender } = render(<Dialog title="Wait" isOpen />)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  rerender(<Dialog title="Wait" isOpen={false} />)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('files of another kind or too large are refused with a sentence, the rest is handed on', () => {
  const onFiles = vi.fn<(files: File[]) => void>()
  render(<FileDrop label="Places" accept=".csv,text/csv" maxBytes={4} isSeveral onFiles={onFiles} />)
  const files = [new File(['a,b'], 'ok.csv'), new File(['a,b,c,d'], 'long.csv'), new File(['x'], 'photo.png')]
  fireEvent.change(screen.getByLabelText(/Places/), { target: { files } })
  expect(onFiles.mock.calls[0]?.[0].map((file) => file.name)).toEqual(['ok.csv'])
  expect(screen.getByText('We can’t use photo.png here. Choose another kind of file.')).toBeTruthy()
})

test.each([
  ['A.CSV', '', '.csv', true],
  ['a.txt', 'text/csv', 'text/csv', true],
  ['a.jpg', 'image/jpeg', 'image/*', true],
  ['a.svg', 'imagefake/svg', 'image/*', false],
  ['csv', '', '.csv', false],
])('%s of type %j for %s: %s', (name, type, accept, expected) => {
  expect(isAccepted({ name, type }, accept)).toBe(expected)
})
