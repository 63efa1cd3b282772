/** Whether this page can become an app on the home screen, and how. */
import { useSyncExternalStore } from 'react'
import { announceInstall, install, subscribeToInstall } from './install-prompt.ts'

/** `ask`: the browser has a question of its own; `hint`: on iOS people do it by hand; null: not possible or done. */
export type InstallWay = 'ask' | 'hint' | null

export function useInstallWay(): InstallWay {
  return useSyncExternalStore(subscribeToInstall, installWay)
}

function installWay(): InstallWay {
  if (install.isDone || isStandalone()) return null
  if (install.prompt) return 'ask'
  return isAppleTouch(navigator.userAgent, navigator.maxTouchPoints) ? 'hint' : null
}

/** Shows the browser's own question. Answers whether it was accepted. */
export async function askToInstall(): Promise<boolean> {
  const event = install.prompt
  install.prompt = null
  announceInstall()
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
