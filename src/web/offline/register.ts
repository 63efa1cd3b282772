/**
 * Registers the service worker of a built application once the page has loaded, and hands it what the page is made of.
 * A page that still loads gets so long for what it asks for then.
 */
export async function registerServiceWorker(afterLoadMs: number): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A page that came drawn has mostly loaded before any script of ours could listen.
  if (document.readyState !== 'complete') await loaded(afterLoadMs)
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

async function loaded(afterLoadMs: number): Promise<void> {
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve, afterLoadMs))
}
