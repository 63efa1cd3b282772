/** Whether this page can become an app on the home screen, and how. */
import { useSyncExternalStore } from 'react'
import type { InstallEvent } from '#web/browser/beyond-the-standard.ts'

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
    kept = event
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
  // The native app's web view is an app already.
  return (
    navigator.standalone === true ||
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
