/**
 * Draws the first screen of somebody who is signed in from the answers that its document brings, as their phone will
 * draw it: the server puts it into that document (`server/documents/write-own-screen.ts`), so that it shows before a
 * script has come.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { Language } from '#domain/language.ts'
import { createQueryClient, endpointQuery } from '#web/api.ts'
import { giveFirstAnswers } from '#web/first-answers.ts'
import { bringOperatorPages } from '#web/pages/bring-operator-pages.ts'
import { bringScreen, firstScreen } from '#web/pages/bring-screen.ts'
import { findPage } from '#web/pages/find-page.ts'
import { findScreen, shownKey } from '#web/pages/find-screen.ts'
import { userQuery } from '#web/session/user.ts'
import { Root } from '#web/shell/root.tsx'
import { setLanguage } from '#web/text/store.ts'
import type { UserType } from '#web/urls.ts'
import { asDocument } from './as-document.ts'
import { standFor } from './stand-in.ts'

type OwnScreen = {
  readonly path: string
  readonly type: UserType
  readonly language: Language
  /** By the call, as they travel in the document. */
  readonly answers: Readonly<Record<string, unknown>>
  /** In milliseconds. */
  readonly now: number
}

/** All that it needs has come with the question: what is not there after this has to be asked for. */
const LONGEST_MS = 30

/** One at a time. Empty where the answers are not enough for a whole screen. */
export async function drawOwn({ path, type, language, answers, now }: OwnScreen): Promise<string> {
  standFor({ type, now })
  giveFirstAnswers(answers)
  const client = createQueryClient()
  try {
    const screen = bringAll(client, { path, type, language })
    const late = new Promise<false>((resolve) => void setTimeout(resolve, LONGEST_MS, false))
    if (!(await Promise.race([screen, late]))) return ''
    firstScreen.isDrawn = true
    return asDocument(
      renderToString(
        <QueryClientProvider client={client}>
          <MemoryRouter initialEntries={[path]}>
            <Root />
          </MemoryRouter>
        </QueryClientProvider>,
      ),
    )
  } finally {
    client.clear()
  }
}

async function bringAll(
  client: ReturnType<typeof createQueryClient>,
  { path, type, language }: Pick<OwnScreen, 'path' | 'type' | 'language'>,
): Promise<boolean> {
  await setLanguage(language, { remember: false })
  await Promise.all([
    client.prefetchQuery(userQuery()),
    client.prefetchQuery(endpointQuery('GET /api/config')),
  ])
  const operatorPages = type === 'Operator' ? await bringOperatorPages() : undefined
  const page = findPage(path, operatorPages)
  const found = page && findScreen(shownKey(page.key, type), type, operatorPages)
  if (!found) return false
  await bringScreen(found, client)
  return true
}
