/**
 * A part of the app that fails to download (usually because a new build replaced it) is asked for once more, then the
 * page reloads, at most once per 10 seconds per path (seed §4, §9); after that the error shows. Where storage is
 * refused there is no automatic reload at all, because nothing could stop a loop.
 */
import { hasUnsentDrafts } from '#web/ui/forms/draft.ts'
import { ownBuildId } from './build-check.ts'

const SLOT = 'crew_reload'
const RELOAD_GUARD_MS = 10_000

type Page = { path: string; now: number; storage: Pick<Storage, 'getItem' | 'setItem'>; reload: () => void }

export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    return await load().catch(async (error: unknown) => {
      if ((await bringsMore()) && reloadOnce()) return new Promise<Module>(() => undefined)
      throw error
    })
  }
}

/** Answers whether the page is being reloaded. */
export function reloadOnce(page: Page | null = currentPage()): boolean {
  if (!page) return false
  try {
    const slot: unknown = JSON.parse(page.storage.getItem(SLOT) ?? 'null')
    if (isSlot(slot) && slot.path === page.path && slot.expires > page.now) return false
    page.storage.setItem(SLOT, JSON.stringify({ path: page.path, expires: page.now + RELOAD_GUARD_MS }))
  } catch {
    return false
  }
  page.reload()
  return true
}

/** Without a connection loading again brings something only where this device keeps another build, whole. */
async function bringsMore(): Promise<boolean> {
  if (hasUnsentDrafts()) return false
  if (navigator.onLine) return true
  // Only secure pages have caches.
  if (!('caches' in globalThis)) return false
  const shell = await caches.match('/index.html').catch(() => undefined)
  const own = ownBuildId()
  return shell !== undefined && own !== null && !(await shell.text()).includes(own)
}

function currentPage(): Page | null {
  try {
    return {
      path: location.pathname,
      now: Date.now(),
      storage: sessionStorage,
      reload: () => location.reload(),
    }
  } catch {
    return null
  }
}

function isSlot(slot: unknown): slot is { path: string; expires: number } {
  return (
    typeof slot === 'object' &&
    slot !== null &&
    'path' in slot &&
    'expires' in slot &&
    typeof slot.expires === 'number'
  )
}
