/** Nights by email: the owner's list, and the page of the link in those emails. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { NightMails } from '../go/night-mails.tsx'
import { ReportAddresses } from './report-addresses.tsx'

afterEach(cleanup)

const ID = '6f1e2d3c-0000-4000-8000-000000000001'
const TOKEN = 'a'.repeat(43)
const PAT = {
  id: ID,
  email: 'pat@manager.test',
  locale: 'en',
  askedAt: '2026-03-01T18:00:00.000Z',
  confirmedAt: null,
  lastNight: null,
}

const renderList = (replies: object) =>
  renderScreen(<ReportAddresses complexId={ID} />, { user: { type: 'Customer' }, replies })

test('says who waits for an answer and who gets them, and takes an address off', async () => {
  const { calls, settle } = await renderList({
    'GET /api/report-addresses': {
      addresses: [
        PAT,
        { ...PAT, id: `${ID.slice(0, -1)}2`, email: 'sam@manager.test', confirmedAt: PAT.askedAt },
      ],
    },
    'POST /api/remove-report-address': { ok: true },
  })
  const [waiting, getting] = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(waiting?.textContent).toContain('No answer yet')
  expect(getting?.textContent).toContain('Gets them since Mar 1, 2026')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove pat@manager.test' })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/remove-report-address')?.body).toEqual({ addressId: ID })
})

test('an address is asked in its own language; what is wrong with it stands at the field', async () => {
  const { calls, settle } = await renderList({
    'GET /api/report-addresses': { addresses: [] },
    'POST /api/add-report-address': () => {
      throw refusal(400, {
        error: 'Not saved.',
        code: 'bad_input',
        fields: { email: 'This address gets the reports already.' },
      })
    },
  })
  expect(screen.getByText(/Nobody gets the proof/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Add an address' }))
  fireEvent.change(screen.getByLabelText(/Email address/), { target: { value: 'pat@manager.test' } })
  fireEvent.change(screen.getByLabelText(/Language/), { target: { value: 'es' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Ask them' })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/add-report-address')?.body).toEqual({
    complexId: ID,
    email: 'pat@manager.test',
    locale: 'es',
  })
  expect(screen.getByText('This address gets the reports already.')).toBeDefined()
})

const renderLink = (isConfirmed: boolean) =>
  renderScreen(<NightMails token={TOKEN} />, {
    replies: {
      'POST /api/open-report-link': { complexName: 'The Lofts', email: 'pat@manager.test', isConfirmed },
      'POST /api/confirm-report-address': { ok: true },
      'POST /api/end-report-mails': { ok: true },
    },
  })

test('opening the link changes nothing; yes is a button', async () => {
  const { calls, settle } = await renderLink(false)
  expect(screen.getByText('Get the proof of each night at The Lofts?')).toBeDefined()
  expect(calls.map(({ key }) => key)).not.toContain('POST /api/confirm-report-address')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Yes, send it' })))
  await settle()
  expect(screen.getByText(/You’ll get the proof of each night/)).toBeDefined()
})

test('later the same link ends them', async () => {
  const { calls, settle } = await renderLink(true)
  expect(screen.queryByRole('button', { name: 'Yes, send it' })).toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Stop these emails' })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/end-report-mails')?.body).toEqual({ token: TOKEN })
  expect(screen.getByText(/Your address is forgotten/)).toBeDefined()
})
