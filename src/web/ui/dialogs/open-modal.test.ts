import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openModal } from './open-modal.ts'

/** What the dialog was asked, in order; the page draws when a frame and what waits behind it have run. */
let asked: string[]
let dialog: HTMLDialogElement

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  dialog = document.createElement('dialog')
  dialog.showPopover = () => void asked.push(`popover ${dialog.popover}`)
  dialog.showModal = () => void asked.push(`modal ${dialog.popover}`)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.documentElement.style.overflow = ''
})

const pointAt = (isCoarse: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isCoarse }))

test('under a finger a dialog is drawn first and becomes modal behind that picture', () => {
  pointAt(true)
  openModal(dialog)
  expect(asked).toEqual(['popover manual'])
  expect(document.documentElement.style.overflow).toBe('')
  vi.runAllTimers()
  expect(asked).toEqual(['popover manual', 'modal null'])
  expect(document.documentElement.style.overflow).toBe('hidden')
})

test('a dialog that is left before its picture is out never becomes modal', () => {
  pointAt(true)
  const leave = openModal(dialog)
  vi.advanceTimersToNextFrame()
  leave()
  vi.runAllTimers()
  expect(asked).toEqual(['popover manual'])
  expect(dialog.popover).toBeNull()
  expect(document.documentElement.style.overflow).toBe('')
})

test('with a mouse and keys a dialog is modal at once', () => {
  pointAt(false)
  openModal(dialog)
  expect(asked).toEqual(['modal null'])
})

test('a browser without popovers has it modal at once, under a finger, too', () => {
  pointAt(true)
  const old = document.createElement('dialog')
  old.showModal = () => void asked.push('modal')
  openModal(old)
  expect(asked).toEqual(['modal'])
})
