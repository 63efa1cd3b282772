import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type TaxExemptionId, toId } from '#domain/ids.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { OwnCertificates } from './own-certificates.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Certificates = Reply<'GET /api/tax-exemptions'>
const certificate: Certificates['exemptions'][number] = {
  id: toId<TaxExemptionId>('00000000-0000-4000-8000-000000000001'),
  number: '98-04417',
  issuedBy: 'CO',
  startsOn: localDate('2026-01-01'),
  expiresOn: localDate('2026-03-31'),
  standing: 'in_force',
  endedOn: null,
  note: '',
  askedAt: '2026-01-01T18:00:00.000Z',
  decidedAt: '2026-01-02T18:00:00.000Z',
}
const none: Certificates = { exemptions: [], isExempt: false, replaceBy: null }
const show = (certificates: Certificates) =>
  renderScreen(<OwnCertificates />, {
    path: '/billing',
    user: { type: 'Customer' },
    replies: { 'GET /api/tax-exemptions': certificates, 'POST /api/withdraw-tax-exemption': { ok: true } },
  })

test('each certificate says how it stands, and why it was not accepted', async () => {
  const stand: readonly Partial<typeof certificate>[] = [
    { standing: 'asked' },
    { standing: 'coming' },
    { standing: 'over' },
    { standing: 'over', endedOn: localDate('2026-02-01') },
    { standing: 'refused', note: 'The photo is not readable' },
    { standing: 'withdrawn' },
  ]
  const exemptions = stand.map((each, index) => ({
    ...certificate,
    ...each,
    id: toId<TaxExemptionId>(`00000000-0000-4000-8000-00000000000${index}`),
  }))
  await show({ ...none, exemptions })
  const rows = within(screen.getByRole('list', { name: 'Sales tax exemption' })).getAllByRole('listitem')
  const said = ['Being checked', 'Accepted, begins later', 'Expired', 'Ended', 'Not accepted', 'Taken back']
  for (const [index, words] of said.entries()) expect(rows[index]!.textContent).toContain(words)
  expect(rows[4]!.textContent).toContain('The photo is not readable')
  const canTakeBack = rows.map((row) => within(row).queryByRole('button', { name: 'Take back' }) !== null)
  expect(canTakeBack).toEqual([true, true, false, false, false, false])
})

test('one that ends soon is replaced by the next, with its number and from the day after', async () => {
  await show({ exemptions: [certificate], isExempt: true, replaceBy: certificate.expiresOn })
  expect(screen.getByText(/Your exemption ends on Mar 31, 2026/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send the next one' }))
  expect(screen.getByLabelText<HTMLInputElement>('Certificate number').value).toBe('98-04417')
  expect(screen.getByLabelText<HTMLInputElement>('First day').value).toBe('2026-04-01')
})

test('a certificate needs its file, and goes with what was typed', async () => {
  const sent: string[] = []
  vi.stubGlobal('XMLHttpRequest', uploadInto(sent))
  await show(none)
  fireEvent.click(screen.getByRole('button', { name: 'Send a certificate' }))
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const send = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
  type('Certificate number', '98-04417')
  await send()
  expect(screen.getAllByText('Fill this in.').length).toBe(3)
  type('Issued by the state of', 'CO')
  type('First day', '2026-01-01')
  type('Last day', '2026-12-31')
  await send()
  expect(screen.getByRole('alert').textContent).toBe('Choose a picture or a PDF of the certificate.')
  const file = new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' })
  fireEvent.change(screen.getByLabelText(/Choose a picture or a PDF/), { target: { files: [file] } })
  expect(screen.getByText('Chosen: certificate.pdf')).toBeTruthy()
  await send()
  await screen.findByText('We have it. We’ll let you know once we’ve checked it.', {}, { timeout: 10_000 })
  expect(sent).toEqual([
    '/api/add-tax-exemption?number=98-04417&issuedBy=CO&startsOn=2026-01-01&expiresOn=2026-12-31',
  ])
})

/** Uploads go by XMLHttpRequest, for their progress. */
function uploadInto(sent: string[]) {
  return class extends EventTarget {
    upload = new EventTarget()
    status = 200
    responseText = '{}'
    open(_method: string, address: string) {
      sent.push(address)
    }
    setRequestHeader() {}
    send() {
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }
  }
}
