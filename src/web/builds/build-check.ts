/**
 * Is there a new build? Asked every 60 minutes (seed §4, §9); any different id counts, any failure is silent. The
 * reload happens on the next navigation, and never while something typed was not sent.
 */
import { useSyncExternalStore } from 'react'
import { hasUnsentDrafts } from '#web/ui/forms/draft.ts'

const BUILD_CHECK_MS = 60 * 60_000

let hasNewBuild = false
const pendingWork = new Set<() => boolean>()
const listeners = new Set<() => void>()

/** Others that hold unsent work (the queue of completions) say so here. */
export function holdReloadWhile(hasPending: () => boolean): void {
  pendingWork.add(hasPending)
}

/** Arms the hourly timer; it is armed again before each call. Answers a function that stops it. */
export function startBuildChecks(ownId: string | null): () => void {
  if (!ownId) return () => undefined
  let timer: ReturnType<typeof setTimeout>
  const arm = () => {
    timer = setTimeout(() => {
      arm()
      void checkBuild(ownId)
    }, BUILD_CHECK_MS)
  }
  arm()
  return () => clearTimeout(timer)
}

async function checkBuild(ownId: string): Promise<void> {
  try {
    const response = await fetch('/builds/latest.json', { cache: 'no-store', credentials: 'include' })
    const latest: unknown = await response.json()
    const id = typeof latest === 'object' && latest !== null && 'id' in latest ? latest.id : undefined
    if (typeof id !== 'string' || id === ownId) return
    hasNewBuild = true
    for (const listener of listeners) listener()
  } catch {
    return
  }
}

/** Whether a new build waits for the next navigation. */
export function useHasNewBuild(): boolean {
  return useSyncExternalStore(subscribe, () => hasNewBuild)
}

export function shouldReloadOnNavigation(): boolean {
  return hasNewBuild && !hasUnsentDrafts() && ![...pendingWork].some((hasPending) => hasPending())
}

/** The id that the build wrote into the page; null under the development server. */
export function ownBuildId(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="crew-build"]')?.content ?? null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
