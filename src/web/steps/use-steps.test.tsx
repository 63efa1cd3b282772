import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { Stepper } from '#web/ui/stepper.tsx'
import { type Steps, useSteps } from './use-steps.ts'

const STEPS = ['where', 'what', 'when'] as const
type Step = (typeof STEPS)[number]

afterEach(cleanup)

function openForm(address: string, furthest: Step = 'when', start?: Step) {
  let steps!: Steps<Step>
  const Form = () => {
    steps = useSteps(STEPS, furthest, start)
    return <Stepper steps={['Where', 'What', 'When']} current={steps.index} />
  }
  const router = createMemoryRouter([{ path: '*', element: <Form /> }], {
    initialEntries: ['/before', address],
  })
  render(<RouterProvider router={router} />)
  return {
    step: () => steps.step,
    go: (act_: (steps: Steps<Step>) => void) => act(async () => act_(steps)),
    browser: (by: number) => act(() => router.navigate(by)),
    address: () => router.state.location.pathname + router.state.location.search,
  }
}

test('each step is an address; the browser’s back and forward lead through them', async () => {
  const form = openForm('/form?book=new')
  expect(form.step()).toBe('where')
  await form.go(({ goTo }) => goTo('what'))
  await form.go(({ goTo }) => goTo('when'))
  expect(form.address()).toBe('/form?book=new&step=when')
  await form.browser(-1)
  expect(form.step()).toBe('what')
  await form.browser(-1)
  expect(form.address()).toBe('/form?book=new')
  await form.browser(2)
  expect(form.step()).toBe('when')
})

test('the form’s own back is the browser’s, so that it leads out of the form as fast as it led in', async () => {
  const form = openForm('/form')
  await form.go(({ goTo }) => goTo('what'))
  await form.go(({ back }) => back())
  expect(form.step()).toBe('where')
  await form.browser(-1)
  expect(form.address()).toBe('/before')
})

test('opened in the middle, back leads to the step before', async () => {
  const form = openForm('/form?step=when')
  await form.go(({ back }) => back())
  expect(form.step()).toBe('what')
})

test('nobody lands behind an open question, nor on a step that there is not', async () => {
  expect(openForm('/form?step=when', 'what').step()).toBe('what')
  cleanup()
  expect(openForm('/form?step=elsewhere').step()).toBe('where')
  cleanup()
  expect(openForm('/form', 'when', 'what').step()).toBe('what')
})

test('ux 19: the step’s heading has the focus after each step, and says which it is', async () => {
  const form = openForm('/form')
  expect(document.activeElement).toBe(document.body)
  await form.go(({ goTo }) => goTo('what'))
  const heading = screen.getByRole('heading', { name: 'Step 2 of 3: What' })
  expect(document.activeElement).toBe(heading)
  expect(heading.tabIndex).toBe(-1)
  heading.blur()
  await form.browser(-1)
  expect(document.activeElement?.textContent).toBe('Step 1 of 3: Where')
})
