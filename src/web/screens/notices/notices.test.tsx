import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { NoticeId, VisitId, VisitMessageId } from '#domain/ids.ts'
import type { Reply } from '#web/api.ts'
import { Thread } from '#web/messages/thread.tsx'
import { Notices } from '#web/shell/notices.tsx'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { NotificationPreferences } from './notification-preferences.tsx'
import { DailyDigest } from './daily-digest.tsx'
import { PapersByMail } from './papers-by-mail.tsx'
import { Unsubscribe } from './unsubscribe.tsx'

afterEach(cleanup)

const customer = { type: 'Customer', name: 'Ana' } as const
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('the bell', () => {
  const notice = {
    noticeId: 'n1' as NoticeId,
    event: 'message' as const,
    title: 'Maria wrote you',
    text: '<img src=x onerror=alert(1)>',
    url: '/visit/v1',
    visitId: 'v1' as VisitId,
    createdAt: '2026-03-02T16:00:00Z',
    isRead: false,
  }
  const replies: Replies = {
    'GET /api/unread-notices': { unreadCount: 3 },
    'POST /api/get-notices': ({ body }) =>
      (body as { cursor?: string }).cursor === undefined
        ? { notices: [notice], nextCursor: 'next', unreadCount: 3 }
        : {
            notices: [{ ...notice, noticeId: 'n2' as NoticeId, title: 'Older', isRead: true }],
            nextCursor: null,
            unreadCount: 3,
          },
    'POST /api/read-notices': { unreadCount: 0 },
    'GET /api/push-key': { key: null },
  }

  test('says how many are not read and opens the list, which goes on by the page', async () => {
    const { settle } = await renderScreen(<Notices />, { user: customer, replies })
    await press('Notices, 3 not read')
    await settle()
    const link = screen.getByRole('link', { name: /Maria wrote you/ })
    expect(link.getAttribute('href')).toBe('/visit/v1')
    expect(within(link).getByRole('img', { name: 'Not read' })).toBeTruthy()
    expect(link.textContent).toContain('<img src=x')
    await press('Show more')
    await settle()
    expect(screen.getByText('Older')).toBeTruthy()
  })

  test('marks one as read when it is opened, and all at once', async () => {
    const { calls, settle } = await renderScreen(<Notices />, { user: customer, replies })
    await press(/^Notices/)
    await settle()
    await press('Mark all as read')
    await act(async () => fireEvent.click(screen.getByRole('link', { name: /Maria wrote you/ })))
    const read = calls.filter(({ key }) => key === 'POST /api/read-notices').map(({ body }) => body)
    expect(read).toEqual([{}, { noticeIds: ['n1'] }])
  })

  test('has a next step when there is nothing', async () => {
    const empty = { notices: [], nextCursor: null, unreadCount: 0 }
    const none: Replies = {
      ...replies,
      'GET /api/unread-notices': { unreadCount: 0 },
      'POST /api/get-notices': empty,
    }
    const { settle } = await renderScreen(<Notices />, { user: customer, replies: none })
    await press('Notices')
    await settle()
    expect(screen.getByText('Nothing yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Choose your notices' })).toBeTruthy()
  })
})

describe('/notification-preferences', () => {
  const channels = (mail: boolean, isFixed = false) => [
    { channel: 'in_app' as const, isOn: true, isFixed: false },
    { channel: 'mail' as const, isOn: mail, isFixed },
    { channel: 'sms' as const, isOn: false, isFixed: false },
    { channel: 'push' as const, isOn: true, isFixed: false },
  ]
  const saved: Reply<'GET /api/notification-preferences'> = {
    events: [
      { event: 'message', channels: channels(true) },
      { event: 'payment', channels: channels(true, true) },
    ],
    quietHours: { isOn: true, from: '21:00', until: '07:00', holdsMail: false } as never,
    timeZone: 'America/Denver',
    email: 'ana@demo.test',
    phoneEnding: '0142',
    isPhoneOptedOut: true,
    deviceCount: 1,
  }
  const replies: Replies = {
    'GET /api/notification-preferences': saved,
    'POST /api/save-notification-preferences': { ok: true },
    'POST /api/send-test-notice': { channels: ['in_app', 'mail'] },
    'GET /api/unread-notices': { unreadCount: 0 },
  }
  const tick = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

  test('saves a tick at once and shows it', async () => {
    const { calls } = await renderScreen(<NotificationPreferences />, { user: customer, replies })
    await act(async () => fireEvent.click(tick('Messages: Email')))
    expect(tick('Messages: Email').checked).toBe(false)
    expect(calls.find(({ key }) => key === 'POST /api/save-notification-preferences')?.body).toEqual({
      preferences: [{ event: 'message', channel: 'mail', isOn: false }],
    })
  })

  test('goes back to what is saved where saving fails', async () => {
    const failing: Replies = {
      ...replies,
      'POST /api/save-notification-preferences': () => {
        throw refusal(503, { error: 'Away.', code: 'unavailable' })
      },
    }
    const { settle } = await renderScreen(<NotificationPreferences />, { user: customer, replies: failing })
    await act(async () => fireEvent.click(tick('Messages: Email')))
    await settle()
    expect(tick('Messages: Email').checked).toBe(true)
    expect(screen.getByText('That wasn’t saved. Try again.')).toBeTruthy()
  })

  test('lets nobody switch off mails about money, and says that STOP was answered', async () => {
    await renderScreen(<NotificationPreferences />, { user: customer, replies })
    expect(tick('Charges and receipts: Email').disabled).toBe(true)
    expect(screen.getByText(/You replied STOP/)).toBeTruthy()
    expect(screen.getByText('Text: number ending in 0142')).toBeTruthy()
  })

  test('saves quiet hours, and sends a test', async () => {
    const { calls } = await renderScreen(<NotificationPreferences />, { user: customer, replies })
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '22:30' } })
    fireEvent.click(tick('Emails wait too'))
    await press('Save quiet hours')
    expect(calls.find(({ key }) => key === 'POST /api/save-notification-preferences')?.body).toEqual({
      quietHours: { isOn: true, from: '22:30', until: '07:00', holdsMail: true },
    })
    await press('Send a test')
    expect(screen.getByText('Sent: In the app, Email.')).toBeTruthy()
  })

  test('speaks Spanish', async () => {
    await renderScreen(<NotificationPreferences />, { user: customer, replies, language: 'es' })
    expect(screen.getByRole('heading', { name: 'Horas de silencio' })).toBeTruthy()
    expect(tick('Mensajes: Correo').checked).toBe(true)
  })
})

describe('the link of a mail', () => {
  const token = 'A'.repeat(43)
  const replies: Replies = {
    'POST /api/get-unsubscribe': { event: 'rating', isOn: true },
    'POST /api/unsubscribe': ({ body }) => ({ event: 'rating', isOn: (body as { isOn: boolean }).isOn }),
  }
  const open = (path: string) => renderScreen(<Unsubscribe />, { path, pattern: '/go/unsubscribe', replies })

  test('changes nothing until one says so, and can be undone', async () => {
    const { calls } = await open(`/go/unsubscribe?token=${token}`)
    expect(calls.map(({ key }) => key)).not.toContain('POST /api/unsubscribe')
    await press('Stop these emails')
    expect(screen.getByText('No more emails about “Ratings”.')).toBeTruthy()
    await press('Turn them back on')
    expect(screen.getByText('You’ll get emails about “Ratings” again.')).toBeTruthy()
    const sent = calls.filter(({ key }) => key === 'POST /api/unsubscribe').map(({ body }) => body)
    expect(sent).toEqual([
      { token, isOn: false },
      { token, isOn: true },
    ])
  })

  test('says kindly that it is not complete', async () => {
    const { calls } = await open('/go/unsubscribe')
    expect(screen.getByText('This link isn’t complete')).toBeTruthy()
    expect(calls).toEqual([])
  })
})

describe('messages of a visit', () => {
  const message = {
    messageId: 'm1' as VisitMessageId,
    from: 'Maria',
    role: 'crew' as const,
    isMine: false,
    text: 'I am at the gate.',
    photo: null,
    sentAt: '2026-03-02T16:00:00Z',
  }
  const thread = { messages: [message], unreadCount: 1, withName: 'Maria', canWrite: true, closesAt: null }
  const replies: Replies = {
    'POST /api/get-messages': thread,
    'POST /api/send-message': ({ body }) => ({
      ...message,
      messageId: 'm2' as VisitMessageId,
      from: null,
      isMine: true,
      text: (body as { text: string }).text,
    }),
    'POST /api/read-messages': { unreadCount: 0 },
  }

  test('shows what was written, marks it as read, and sends what is written under one key', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { calls } = await renderScreen(<Thread visitId="v1" timeZone="America/Denver" />, {
      user: customer,
      replies,
    })
    expect(screen.getByRole('heading', { name: 'Messages with Maria' })).toBeTruthy()
    expect(screen.getByText('1 new')).toBeTruthy()
    await act(async () => void vi.advanceTimersByTime(1_000))
    vi.useRealTimers()
    expect(calls.find(({ key }) => key === 'POST /api/read-messages')?.body).toEqual({
      visitId: 'v1',
      messageId: 'm1' as VisitMessageId,
    })
    fireEvent.change(screen.getByLabelText('Your message'), { target: { value: 'It is open.' } })
    await press('Send')
    const sent = calls.find(({ key }) => key === 'POST /api/send-message')!
    expect(sent.body).toEqual({ visitId: 'v1', text: 'It is open.' })
    expect(sent.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('')
  })

  test('keeps what was written when it could not be sent', async () => {
    const failing: Replies = {
      ...replies,
      'POST /api/send-message': () => {
        throw refusal(429, { error: 'That is many messages.', code: 'too_many_messages' })
      },
    }
    await renderScreen(<Thread visitId="v1" timeZone="America/Denver" />, {
      user: customer,
      replies: failing,
    })
    fireEvent.change(screen.getByLabelText('Your message'), { target: { value: 'It is open.' } })
    await press('Send')
    expect(screen.getByText('That is many messages.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('It is open.')
  })

  test('sends a quick reply by one tap, in the words of a crew', async () => {
    const { calls } = await renderScreen(<Thread visitId="v1" timeZone="America/Denver" />, {
      user: { type: 'Crew', name: 'Maria' },
      replies,
      language: 'es',
    })
    await press('Voy en camino.')
    expect(calls.find(({ key }) => key === 'POST /api/send-message')?.body).toEqual({
      visitId: 'v1',
      text: 'Voy en camino.',
    })
  })

  test('a photo goes as small as the proof of a visit', async () => {
    const sent: Blob[] = []
    vi.stubGlobal('createImageBitmap', async () => ({ width: 4_096, height: 3_072, close: () => undefined }))
    vi.stubGlobal('XMLHttpRequest', uploadInto(sent))
    const canvas = HTMLCanvasElement.prototype
    vi.spyOn(canvas, 'getContext').mockReturnValue({ drawImage: () => undefined } as never)
    vi.spyOn(canvas, 'toBlob').mockImplementation((done) => done(new Blob(['small'], { type: 'image/jpeg' })))
    await renderScreen(<Thread visitId="v1" timeZone="America/Denver" />, { user: customer, replies })
    const large = new File([new Uint8Array(1_500_000)], 'gate.jpg', { type: 'image/jpeg' })
    fireEvent.change(screen.getByLabelText('Send a photo', { selector: 'input' }), {
      target: { files: [large] },
    })
    await vi.waitFor(() => expect(sent.map(({ size }) => size)).toEqual([5]))
  })

  test.each([
    [{ withName: null, messages: [] }, 'You can write once a crew has this visit.'],
    [{}, 'This conversation is closed.'],
  ])('says why nothing can be written', async (change, sentence) => {
    const closed = { ...thread, canWrite: false, ...change }
    await renderScreen(<Thread visitId="v1" timeZone="America/Denver" />, {
      user: customer,
      replies: { ...replies, 'POST /api/get-messages': closed },
    })
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  })
})

/** Uploads go by XMLHttpRequest, for their progress. */
function uploadInto(sent: Blob[]) {
  return class extends EventTarget {
    upload = new EventTarget()
    status = 200
    responseText = '{}'
    open() {}
    setRequestHeader() {}
    send(file: Blob) {
      sent.push(file)
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }
  }
}

test('receipts as files come by mail when the customer ticks it', async () => {
  const { calls, settle } = await renderScreen(<PapersByMail />, {
    user: customer,
    replies: {
      'GET /api/paper-preferences': { mailsReceipts: false },
      'POST /api/save-paper-preferences': { ok: true },
    },
  })
  const tick = screen.getByRole<HTMLInputElement>('checkbox', { name: /receipt as a PDF/ })
  expect(tick.checked).toBe(false)
  await act(async () => fireEvent.click(tick))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/save-paper-preferences')?.body).toEqual({
    mailsReceipts: true,
  })
})

test('the day comes by mail when the customer ticks it, at seven or at an hour it chooses', async () => {
  const { calls, settle } = await renderScreen(<DailyDigest />, {
    user: customer,
    replies: {
      'GET /api/daily-digest': { isOn: false, hour: 7, timeZone: 'America/Denver' },
      'POST /api/save-daily-digest': { ok: true },
    },
  })
  expect(screen.queryByRole('combobox')).toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: /my day each morning/ })))
  await settle()
  const hours = screen.getByRole<HTMLSelectElement>('combobox', { name: /^At/ })
  expect([hours.options.length, hours.selectedOptions[0]?.text]).toEqual([24, '7:00 AM'])
  await act(async () => fireEvent.change(hours, { target: { value: '18' } }))
  await settle()
  const saved = calls.filter(({ key }) => key === 'POST /api/save-daily-digest').map(({ body }) => body)
  expect(saved).toEqual([
    { isOn: true, hour: 7 },
    { isOn: true, hour: 18 },
  ])
})
