import { createRoot } from 'react-dom/client'
import { createQueryClient, setFailureListener } from './api.ts'
import { App } from './app.tsx'
import { failureListener } from './shell/failures.ts'
import { createRouter } from './shell/router.tsx'
import { preferredLanguage, setLanguage } from './text/store.ts'

void start()

async function start(): Promise<void> {
  // Older browsers lack Temporal, which domain/time.ts speaks.
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
  await setLanguage(preferredLanguage(), { remember: false }).catch(() => undefined)
  const client = createQueryClient()
  const router = createRouter()
  setFailureListener(failureListener({ client, goTo: (path) => void router.navigate(path) }))
  createRoot(document.getElementById('root')!).render(<App client={client} router={router} />)
}
