import type { AreaScreens } from '#web/screen.ts'

export const noticesScreens: AreaScreens = {
  areas: ['notices'],
  screens: {
    notificationPreferences: async () =>
      (await import('./notification-preferences.tsx')).NotificationPreferences,
    unsubscribe: async () => (await import('./unsubscribe.tsx')).Unsubscribe,
  },
}
