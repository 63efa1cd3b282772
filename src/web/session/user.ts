/** Who is signed in. Screens: `const user = useUser()` (there once the frame shows a screen that needs sign-in). */
import { type Query, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Language, languageOf } from '#domain/language.ts'
import { call, endpointQuery, type Reply } from '#web/api.ts'
import { setLanguage } from '#web/text/store.ts'
import type { UserType } from '#web/urls.ts'
import { isSignedIn } from './cookies.ts'

export type User = Reply<'GET /api/user'>

const userInput = { query: { fields: '*' } } as const

export function userQuery() {
  return { ...endpointQuery('GET /api/user', userInput), staleTime: 60_000 }
}

/** The user's query: pending, failed or there. It does not ask while nobody is signed in. */
export function useUserQuery() {
  return useQuery({ ...userQuery(), enabled: isSignedIn() })
}

/** Undefined on public pages without sign-in, and until the user is there. */
export function useUser(): User | undefined {
  return useUserQuery().data
}

export function useUserType(): UserType | undefined {
  return useUser()?.type
}

/** Pages that are the owner's, or of whoever settles for everything; what else a helper may: `looks-after.ts`. */
export function mayOpenHere(user: Pick<User, 'looks_after'> | undefined, key: string): boolean {
  const share = user?.looks_after
  if (!share) return true
  if (key === 'billing') return share.isWhole && share.rights.includes('pay')
  return key !== 'ondemand' && key !== 'customerCommissions'
}

/** Reads the user again, after the profile changed. */
export function useRefreshUser(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: ['GET /api/user'] }), [client])
}

/** Loads the user as start-up does; an answer that carries an error counts as a failure. */
export async function loadUser(client: QueryClient): Promise<User> {
  const user = await client.fetchQuery(userQuery())
  if (user.error) throw new Error(user.error)
  return user
}

/** Forgets everything that was read for whoever was signed in. */
export function forgetPerson(client: QueryClient): void {
  client.removeQueries({ predicate: isPersonal })
}

/** Only the configuration is the same for everybody. */
export function isPersonal(query: Query): boolean {
  return query.queryKey[0] !== 'GET /api/config'
}

/** The language that was chosen in this tab before the sign-in: whoever chose it wants it for the account, too. */
const CHOSEN_BEFORE = 'crew_language_chosen'

/** Changes the language of the page, and of the account: at once, or at the sign-in that follows in this tab. */
export async function chooseLanguage(language: Language, client: QueryClient): Promise<void> {
  await setLanguage(language)
  if (!isSignedIn()) return rememberChoice(language)
  await call('POST /api/update-profile', { body: { locale: language } })
  // Much of what was read has words in it, as what was done on a receipt.
  await client.invalidateQueries({ predicate: isPersonal })
}

/** The page speaks the language of whoever signed in; one that was chosen just before becomes the account's. */
export async function speakAs(user: User, client: QueryClient): Promise<void> {
  const chosen = takeChoice()
  if (chosen !== undefined && chosen !== user.locale) return await chooseLanguage(chosen, client)
  if (user.locale) await setLanguage(user.locale, { remember: false })
}

function rememberChoice(language: Language): void {
  try {
    sessionStorage.setItem(CHOSEN_BEFORE, language)
  } catch {
    return
  }
}

function takeChoice(): Language | undefined {
  try {
    const chosen = languageOf(sessionStorage.getItem(CHOSEN_BEFORE) ?? '')
    sessionStorage.removeItem(CHOSEN_BEFORE)
    return chosen ?? undefined
  } catch {
    return undefined
  }
}
