import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { textOf } from '#contract/outside.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { createQueryClient } from '#web/api.ts'
import { clearCookie, SIGNED_IN_COOKIE, writeCookie } from '#web/session/cookies.ts'
import { forgetPerson, userQuery } from '#web/session/user.ts'
import { forgetAllAnswers } from './kept-answers.ts'
import { type KeptForm, useKeptDraft } from './use-kept-draft.ts'

type Answers = { street: string; note: string }
const EMPTY: Answers = { street: '', note: '' }
const FORM: KeptForm<Answers> = {
  name: 'tested',
  version: 1,
  read: (kept, empty) => ({
    street: textOf(kept['street']) ?? empty.street,
    note: textOf(kept['note']) ?? empty.note,
  }),
}

beforeEach(() => {
  localStorage.clear()
  clearCookie(SIGNED_IN_COOKIE)
  vi.stubGlobal('fetch', async () => Response.json({}))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page of one browser, for whoever is signed in there. */
function openPage(who: string | null, form: KeptForm<Answers> = FORM) {
  const client = createQueryClient()
  const show = (person: string | null) => {
    if (person === null) {
      clearCookie(SIGNED_IN_COOKIE)
      forgetPerson(client)
    } else {
      writeCookie(SIGNED_IN_COOKIE, '1')
      client.setQueryData(userQuery().queryKey, { id: person, type: 'Customer' } as never)
    }
  }
  show(who)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = renderHook(() => useKeptDraft(form, EMPTY), { wrapper })
  return {
    answers: () => hook.result.current.values,
    answer: (change: Partial<Answers>) => act(() => hook.result.current.set(change)),
    finish: () => act(() => hook.result.current.finish()),
    become: async (person: string | null) => {
      await act(async () => show(person))
      hook.rerender()
    },
    close: hook.unmount,
  }
}

type Move =
  | { kind: 'answer'; street: string }
  | { kind: 'reload' | 'other tab' | 'finish' | 'sign out' | 'session ends' }
  | { kind: 'sign in'; who: 'rosa' | 'sam' }

const move = fc.oneof(
  fc.record({ kind: fc.constant('answer' as const), street: fc.stringMatching(/^[a-z]{1,5}$/) }),
  fc.record({ kind: fc.constantFrom('reload', 'other tab', 'finish', 'sign out', 'session ends') }),
  fc.record({ kind: fc.constant('sign in' as const), who: fc.constantFrom('rosa' as const, 'sam' as const) }),
) as fc.Arbitrary<Move>

test('whatever happens in between, everybody finds their own answers and nobody those of another account', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 25 }), async (moves) => {
      localStorage.clear()
      const answersOf = new Map<string, string>()
      let who: string | null = null
      let page = openPage(who)
      const reopen = () => {
        page.close()
        page = openPage(who)
      }
      for (const next of moves) {
        if (next.kind === 'answer') {
          page.answer({ street: next.street })
          answersOf.set(who ?? 'device', next.street)
        }
        if (next.kind === 'reload') reopen()
        if (next.kind === 'finish') {
          page.finish()
          answersOf.delete('device')
          answersOf.delete(who ?? 'device')
        }
        if (next.kind === 'sign out' && who !== null) {
          forgetAllAnswers(who)
          answersOf.delete(who)
          who = null
          reopen()
        }
        if (next.kind === 'session ends' && who !== null) {
          who = null
          reopen()
        }
        if (next.kind === 'sign in' && who === null) {
          who = next.who
          await page.become(who)
          const typed = answersOf.get('device')
          if (typed !== undefined) answersOf.set(who, typed)
          answersOf.delete('device')
        }
        expect(page.answers().street).toBe(answersOf.get(who ?? 'device') ?? '')
        if (next.kind === 'other tab') {
          const other = openPage(who)
          expect(other.answers()).toEqual(page.answers())
          other.close()
        }
      }
      page.close()
      clearCookie(SIGNED_IN_COOKIE)
    }),
    { numRuns: 60 },
  )
})

test('whose session ends in the open form goes on with it, and another account there sees none of it', async () => {
  const page = openPage('rosa')
  page.answer({ street: 'Elm' })
  await page.become(null)
  expect(page.answers().street).toBe('Elm')
  page.answer({ note: 'Ring twice' })
  await page.become('sam')
  expect(page.answers()).toEqual(EMPTY)
  await page.become('rosa')
  expect(page.answers()).toEqual({ street: 'Elm', note: 'Ring twice' })
})

test('what another tab answers or finishes is so here', () => {
  const page = openPage('rosa')
  page.answer({ street: 'Elm' })
  const key = 'crew_steps:tested:rosa'
  localStorage.setItem(
    key,
    JSON.stringify({ version: 1, savedAt: Date.now(), answers: { street: 'Oak', note: '' } }),
  )
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  expect(page.answers().street).toBe('Oak')
  localStorage.removeItem(key)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  expect(page.answers()).toEqual(EMPTY)
  expect(localStorage.length).toBe(0)
})

test('an account’s answers go after 14 days, a stranger’s after three; another version is not read', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const [who, days] of [
    ['rosa', 14],
    [null, 3],
  ] as const) {
    const page = openPage(who)
    page.answer({ street: 'Elm' })
    page.close()
    vi.setSystemTime(Date.now() + days * DAY_MS - HOUR_MS)
    const soon = openPage(who)
    expect(soon.answers().street).toBe('Elm')
    soon.close()
    const newer = openPage(who, { ...FORM, name: 'other' })
    expect(newer.answers()).toEqual(EMPTY)
    newer.close()
    vi.setSystemTime(Date.now() + 2 * HOUR_MS)
    const late = openPage(who)
    expect(late.answers()).toEqual(EMPTY)
    expect(localStorage.length).toBe(0)
    late.close()
  }
  const page = openPage('rosa')
  page.answer({ street: 'Elm' })
  page.close()
  expect(openPage('rosa', { ...FORM, version: 2 }).answers()).toEqual(EMPTY)
})

test('a stranger’s answers are not handed to who signs in hours later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const page = openPage(null)
  page.answer({ street: 'Elm' })
  page.close()
  vi.setSystemTime(Date.now() + 2 * HOUR_MS)
  expect(openPage('sam').answers()).toEqual(EMPTY)
})

test('where the browser keeps nothing, the form works as long as the page', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied')
    },
    setItem: () => {
      throw new DOMException('denied')
    },
    removeItem: () => {
      throw new DOMException('denied')
    },
  })
  const page = openPage('rosa')
  page.answer({ street: 'Elm' })
  expect(page.answers().street).toBe('Elm')
})
