/** Draws the pages that strangers come to, for the documents in which they are served: `scripts/prerender.ts` writes them. */
import './drawn/stand-in.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { DrawnPage } from '#contract/drawn-pages.ts'
import type { Language } from '#domain/language.ts'
import { createQueryClient } from './api.ts'
import { asDocument } from './drawn/as-document.ts'
import type { AreaScreens } from './screen.ts'
import { GetStarted } from './screens/front-door/get-started.tsx'
import { frontDoorScreens } from './screens/front-door/screens.ts'
import { Ondemand } from './screens/ondemand/ondemand.tsx'
import { ondemandScreens } from './screens/ondemand/screens.ts'
import { Login } from './screens/session/login.tsx'
import { sessionScreens } from './screens/session/screens.ts'
import { PublicFooter } from './shell/public-footer.tsx'
import { PublicHeader } from './shell/public-header.tsx'
import { loadAreas, setLanguage } from './text/store.ts'

export { drawOwn } from './drawn/draw-own.tsx'

const SCREENS: Readonly<Record<DrawnPage, { readonly Screen: ComponentType; readonly area: AreaScreens }>> = {
  '/get-started': { Screen: GetStarted, area: frontDoorScreens },
  '/login': { Screen: Login, area: sessionScreens },
  '/ondemand': { Screen: Ondemand, area: ondemandScreens },
}

/** As `Frame` draws it for strangers, without what only a browser knows. */
export async function prerender(page: DrawnPage, language: Language): Promise<string> {
  const { Screen, area } = SCREENS[page]
  await setLanguage(language, { remember: false })
  await loadAreas(area.areas)
  const client = createQueryClient()
  const drawn = renderToString(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[page]}>
        <div className="pt-safe flex min-h-dvh flex-col">
          <header>
            <PublicHeader />
          </header>
          <div className="flex flex-1">
            <div className="relative flex min-w-0 flex-1 flex-col">
              <main id="content" tabIndex={-1} className="flex-1 outline-none">
                <Screen />
              </main>
            </div>
          </div>
          <PublicFooter />
        </div>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  // What it keeps for a while would keep the build from ending.
  client.clear()
  return asDocument(drawn)
}
