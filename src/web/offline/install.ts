/** Whether this page can become an app on the home screen, and how. */
import { useSyncExternalStore } from 'react'

/** Chromium's event; other browsers have none. */
type InstallEvent = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }
/** `ask`: the browser has a question of its own; `hint`: on iOS people do it by hand; null: not possible or done. */
export type InstallWay = 'ask' | 'hint' | null

let kept: InstallEvent | null = null
let isInstalled = false
const listeners = new Set<() => void>()

/** Must run before the page has loaded: the browser asks once, and early. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser would show its own bar over the page; ours waits on the home screen.
    event.preventDefault()
    kept = event as InstallEvent
    announce()
  })
  window.addEventListener('appinstalled', () => {
    kept = null
    isInstalled = true
    announce()
  })
}

export function useInstallWay(): InstallWay {
  return useSyncExternalStore(subscribe, installWay)
}

function installWay(): InstallWay {
  if (isInstalled || isStandalone()) return null
  if (kept) return 'ask'
  return isAppleTouch(navigator.userAgent, navigator.maxTouchPoints) ? 'hint' : null
}

/** Shows the browser's own question. Answers whether it was accepted. */
export async function askToInstall(): Promise<boolean> {
  const event = kept
  kept = null
  announce()
  return event !== null && (await event.prompt()).outcome === 'accepted'
}

/** iPads call themselves Macs, but no Mac has a touch screen. */
export function isAppleTouch(userAgent: string, maxTouchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

function isStandalone(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean }
  // The native app's web view is an app already.
  return (
    standalone === true ||
    window.ReactNativeWebView !== undefined ||
    window.matchMedia('(display-mode: standalone)').matches
  )
}

function announce(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
