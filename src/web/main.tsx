import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api.ts'
import { App } from './app.tsx'
import { keepInstallPrompt } from './offline/install-prompt.ts'
import { hideFromNextPerson } from './offline/page-return.ts'
import { isSignedIn } from './session/cookies.ts'
import { keptHere } from './session/kept-mark.ts'
import { giveHeadStart } from './start/head-start.ts'
import { preferredLanguage, setLanguage } from './text/store.ts'
// Dates and money stand in the first download, for every screen writes them.
import './text/format.ts'

/** What the service worker fetches to keep must not stand in the way of what is looked at now. */
const KEEP_AFTER_MS = 3_000

void start()
keepInstallPrompt()
hideFromNextPerson()
setTimeout(() => void keepForOffline(), KEEP_AFTER_MS)

async function start(): Promise<void> {
  // Older browsers lack Temporal, which domain/time.ts speaks.
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
  await setLanguage(preferredLanguage(), { remember: false }).catch(() => undefined)
  if (!isSignedIn() && keptHere()) await recall().catch(() => undefined)
  const client = createQueryClient()
  const container = document.getElementById('root')!
  const isDrawn = container.hasChildNodes()
  // All requests leave before anything is drawn: a phone draws while it waits for them. Who gets none still gets a page.
  await giveHeadStart(client, isDrawn).catch(() => undefined)
  if (isDrawn) await takeOver(container, client).catch(() => undefined)
  const root = createRoot(container)
  // A transition is drawn in slices; anything else in one piece.
  startTransition(() => root.render(<App client={client} />))
}

/** Of what came drawn with the document. */
async function takeOver(container: HTMLElement, client: QueryClient): Promise<void> {
  await (await import('./start/take-over.ts')).takeOver(container, client)
}

/** The session has run out since the last visit: perhaps nobody can be asked for another. */
async function recall(): Promise<void> {
  await (await import('./offline/recall.ts')).recallSession()
}

/** After the page, never before it; without it the pages work as well. */
async function keepForOffline(): Promise<void> {
  try {
    await (await import('./offline/register.ts')).registerServiceWorker(KEEP_AFTER_MS)
  } catch {
    return
  }
}
