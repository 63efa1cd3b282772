import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadAreas, setLanguage } from '#web/text/store.ts'
import { CheckboxField } from './checkbox-field.tsx'
import { useDraft } from './draft.ts'
import { Form, FormRefusal } from './form.tsx'
import { PhoneField } from './phone-field.tsx'
import { TextField } from './text-field.tsx'

beforeEach(async () => {
  await setLanguage('en', { remember: false })
  await loadAreas([])
})
afterEach(cleanup)

type Values = { name: string; email: string; phone: string; isAgreed: boolean }

function Sample({ onSubmit }: { onSubmit: (values: Values) => Promise<unknown> }) {
  const draft = useDraft<Values>({ name: '', email: '', phone: '', isAgreed: false })
  return (
    <Form submitLabel="Save" onSubmit={() => onSubmit(draft.values)}>
      <TextField label="Name" {...draft.field('name')} />
      <TextField label="Email" type="email" isOptional {...draft.field('email')} />
      <PhoneField label="Phone" isOptional {...draft.field('phone')} />
      <CheckboxField label="Agreed" isRequired {...draft.field('isAgreed')} />
    </Form>
  )
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: /Save/ })))

function fill() {
  type('Name', 'Rosa')
  fireEvent.click(screen.getByLabelText('Agreed'))
}

test('what is missing is said under its field, the first one gets the focus, and nothing is sent', async () => {
  const onSubmit = vi.fn<(values: Values) => Promise<unknown>>()
  render(<Sample onSubmit={onSubmit} />)
  await save()
  expect(onSubmit).not.toHaveBeenCalled()
  const name = screen.getByLabelText('Name')
  expect(document.activeElement).toBe(name)
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Fill this in.')).toHaveLength(2)
  expect(screen.getByRole('alert').textContent).toBe('Check the marked fields.')
})

test.each([
  ['Email', 'rosa@', 'Enter an email like name@example.com.'],
  ['Phone', '303555', 'Enter a phone number with 10 digits.'],
])('%s %j is refused with a sentence', async (label, value, sentence) => {
  const onSubmit = vi.fn<(values: Values) => Promise<unknown>>()
  render(<Sample onSubmit={onSubmit} />)
  fill()
  type(new RegExp(label), value)
  await save()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('an error of a field goes away when somebody types', async () => {
  render(<Sample onSubmit={async () => undefined} />)
  await save()
  type('Name', 'R')
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull()
})

test('a refusal of the server shows its sentence on top and its fields below theirs', async () => {
  render(
    <Sample
      onSubmit={async () => {
        throw new FormRefusal('We could not save this.', { email: 'This address is taken.' })
      }}
    />,
  )
  fill()
  await save()
  expect(screen.getByRole('alert').textContent).toBe('We could not save this.')
  const email = screen.getByLabelText(/Email/)
  expect(document.activeElement).toBe(email)
  expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'This address is taken.',
  )
})

test('two quick submits send once, and the button is busy meanwhile', async () => {
  let finish: () => void = () => undefined
  const onSubmit = vi.fn<(values: Values) => Promise<unknown>>(
    () => new Promise((resolve) => (finish = () => resolve(1))),
  )
  render(<Sample onSubmit={onSubmit} />)
  fill()
  const button = screen.getByRole('button', { name: 'Save' })
  await act(async () => {
    fireEvent.click(button)
    fireEvent.click(button)
    fireEvent.submit(button.closest('form')!)
  })
  expect(onSubmit).toHaveBeenCalledTimes(1)
  expect(button.getAttribute('aria-busy')).toBe('true')
  await act(async () => finish())
  expect(button.getAttribute('aria-busy')).toBeNull()
})

test('the phone field masks while typing and pasting', () => {
  render(<Sample onSubmit={async () => undefined} />)
  const phone = screen.getByLabelText<HTMLInputElement>(/Phone/)
  fireEvent.change(phone, { target: { value: '+1 303 555 1234' } })
  expect(phone.value).toBe('(303) 555-1234')
})
