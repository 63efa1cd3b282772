import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { confirmPrompt, openPrompt } from './prompt.ts'

afterEach(cleanup)

const question = {
  title: 'Skip this date?',
  inputs: [{ name: 'reason', label: 'Reason' }],
  submitLabel: 'Skip',
}
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

test('§2 prompt: submitting returns the values and closes', async () => {
  await renderScreen(<p />)
  const answer = openPrompt(question)
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Holiday' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Skip' })))
  expect(await answer).toEqual({ reason: 'Holiday' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('§2 prompt: closing only closes, with no value', async () => {
  await renderScreen(<p />)
  const answer = openPrompt(question)
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  expect(await answer).toBeUndefined()
})

test('a second prompt closes the first with no value', async () => {
  await renderScreen(<p />)
  const first = openPrompt(question)
  const second = confirmPrompt({ title: 'Sure?', submitLabel: 'Yes' })
  expect(await first).toBeUndefined()
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Yes' })))
  expect(await second).toBe(true)
})

test('work that fails keeps the prompt open and says why', async () => {
  await renderScreen(<p />)
  let tries = 0
  const answer = openPrompt({
    ...question,
    inputs: [],
    onSubmit: async () => {
      tries += 1
      if (tries === 1) throw new Error('Wrong password.')
    },
  })
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Skip' })))
  expect(screen.getByRole('alert').textContent).toBe('Wrong password.')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Skip' })))
  await settled()
  expect(await answer).toEqual({})
})
