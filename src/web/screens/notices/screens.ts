import type { AreaScreens } from '#web/screen.ts'

export const noticesScreens: AreaScreens = {
  areas: ['notices'],
  screens: {
    inbox: async () => (await import('./inbox.tsx')).Inbox,
    notificationPreferences: async () =>
      (await import('./notification-preferences.tsx')).NotificationPreferences,
    unsubscribe: async () => (await import('./unsubscribe.tsx')).Unsubscribe,
  },
}
