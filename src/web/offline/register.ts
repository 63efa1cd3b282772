/** Registers the service worker of a built application once the page has loaded, and hands it what the page is made of. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    active?.postMessage({ keep: loaded.filter((name) => name.includes('/assets/')) })
  } catch {
    // Private windows and some web views refuse; the pages work without it.
    return
  }
}
