/**
 * For tests of screens: `await renderScreen(<Billing />, { path: '/billing', pattern: urls.billing.path, user: { type:
 * 'Customer' }, replies: { 'GET /api/payments': { payments: [] } } })`. Calls are answered from `replies` (a value, or a
 * function of `{ query, body }`; throw `refusal(409, { error, code })` to refuse); a call without a reply fails the test.
 * What was read is on the page when it returns; `settle()` waits for reads that begin later. `calls` lists the calls made.
 */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { vi } from 'vitest'
import type { Failure } from '#contract/endpoint.ts'
import { keysOf } from '#domain/keys.ts'
import { type ShareId, toId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { type CallKey, createQueryClient, type Reply } from '#web/api.ts'
import { SIGNED_IN_COOKIE } from '#web/session/cookies.ts'
import type { User } from '#web/session/user.ts'
import { areas } from '#web/text/areas.ts'
import { operatorAreas } from '#web/text/operator-areas.ts'
import { loadAreas, setLanguage } from '#web/text/store.ts'
import { Toasts } from '#web/ui/dialogs/toasts.tsx'
import { Overlays } from './overlays.tsx'

export type SentCall = { key: string; query: Record<string, string>; body: unknown; headers: Headers }
export type Replies = {
  [Key in CallKey]?: Reply<Key> | ((sent: SentCall) => Reply<Key> | Promise<Reply<Key>>)
}

type RenderOptions = {
  /** The address, with query. */
  path?: string
  /** The pattern of `urls`, for screens that read parameters. */
  pattern?: string
  user?: Partial<User>
  replies?: Replies
  language?: Language
}

class Refusal extends Error {
  readonly status: number
  readonly failure: Failure
  constructor(status: number, failure: Failure) {
    super(failure.error)
    this.status = status
    this.failure = failure
  }
}

/** Thrown by a reply: the server refuses with this status and shape. */
/** Somebody who looks after the place of another, and may only see it. */
export const onlySees: Pick<User, 'type' | 'looks_after'> = {
  type: 'Customer',
  looks_after: {
    shareId: toId<ShareId>('00000000-0000-4000-8000-0000000000aa'),
    ownerName: 'Olga Owner',
    role: 'see',
    rights: ['see'],
    isWhole: false,
  },
}

export function refusal(status: number, failure: Failure): Error {
  return new Refusal(status, failure)
}

export async function renderScreen(screen: ReactNode, options: RenderOptions = {}) {
  const { path = '/', pattern = '*', user, replies = {}, language = 'en' } = options
  await setLanguage(language, { remember: false })
  await loadAreas([...keysOf(areas), ...keysOf(operatorAreas)])
  document.cookie = user
    ? `${SIGNED_IN_COOKIE}=1; Path=/`
    : `${SIGNED_IN_COOKIE}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
  const calls = answerCalls(user ? { 'GET /api/user': user, ...replies } : replies)
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  const view = await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path={pattern} element={screen} />
            <Route path="*" element={<p>elsewhere</p>} />
          </Routes>
          <Overlays />
          <Toasts />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  await settle(client)
  return { ...view, calls, client, settle: () => settle(client) }
}

/** Waits until every read that was begun has its answer on the page. */
async function settle(client: QueryClient): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
    if (client.isFetching() + client.isMutating() === 0 && round > 1) return
  }
}

/** Stands in for the network; the list fills as calls are made. */
export function answerCalls(replies: Replies): SentCall[] {
  const calls: SentCall[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost')
    const key = `${init.method ?? 'GET'} ${url.pathname}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const sent = {
      key,
      query: Object.fromEntries(url.searchParams),
      body,
      headers: new Headers(init.headers),
    }
    calls.push(sent)
    const reply = replies[key as CallKey]
    if (reply === undefined) throw new Error(`no reply for ${key}`)
    try {
      const answer: unknown = typeof reply === 'function' ? await reply(sent) : reply
      return Response.json(answer)
    } catch (error) {
      if (error instanceof Refusal) return Response.json(error.failure, { status: error.status })
      throw error
    }
  })
  return calls
}
