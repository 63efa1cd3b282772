/** What some browsers have and the compiler does not describe, each perhaps absent. */

/** Asks once, and early, whether the page shall become an app. */
export type InstallEvent = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

declare global {
  interface Navigator {
    /** Safari: whether the page was opened from the home screen. */
    readonly standalone?: boolean
    /** https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean
    readonly connection?: { readonly saveData?: boolean }
  }
  interface Document {
    /** The page is drawn before somebody opens it. */
    readonly prerendering?: boolean
  }
  interface ServiceWorkerRegistration {
    /** Background Sync. */
    readonly sync?: { register(tag: string): Promise<void> }
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallEvent
  }
}
