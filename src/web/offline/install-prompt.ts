/** What the browser says early, and once: that it would make an app of this page (`install.ts` asks it to). */
import type { InstallEvent } from '#web/browser/beyond-the-standard.ts'

export const install: { prompt: InstallEvent | null; isDone: boolean } = { prompt: null, isDone: false }
const listeners = new Set<() => void>()

/** Must run before the page has loaded. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser would show its own bar over the page; ours waits on the home screen.
    event.preventDefault()
    install.prompt = event
    announceInstall()
  })
  window.addEventListener('appinstalled', () => {
    install.prompt = null
    install.isDone = true
    announceInstall()
  })
}

export function announceInstall(): void {
  for (const listener of listeners) listener()
}

export function subscribeToInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
