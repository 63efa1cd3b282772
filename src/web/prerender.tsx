/** Draws the page that strangers come to, for the document in which it is served: `scripts/prerender.ts` writes it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { Language } from '#domain/language.ts'
import { createQueryClient } from './api.ts'
import { GetStarted } from './screens/front-door/get-started.tsx'
import { frontDoorScreens } from './screens/front-door/screens.ts'
import { PublicFooter } from './shell/public-footer.tsx'
import { PublicHeader } from './shell/public-header.tsx'
import { loadAreas, setLanguage } from './text/store.ts'
import { linkTo } from './urls.ts'

/** As `Frame` draws it for strangers, without what only a browser knows. */
export async function prerender(language: Language): Promise<string> {
  await setLanguage(language, { remember: false })
  await loadAreas(frontDoorScreens.areas)
  return renderToString(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[linkTo('getStarted')]}>
        <div className="pt-safe flex min-h-dvh flex-col">
          <header>
            <PublicHeader />
          </header>
          <div className="flex flex-1">
            <div className="relative flex min-w-0 flex-1 flex-col">
              <main id="content" tabIndex={-1} className="flex-1 outline-none">
                <GetStarted />
              </main>
            </div>
          </div>
          <PublicFooter />
        </div>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
