import type { AreaScreens } from '#web/screen.ts'

export const frontDoorScreens: AreaScreens = {
  areas: ['frontDoor', 'onboarding', 'customer'],
  screens: {
    terms: async () => (await import('./house-text.tsx')).Terms,
    privacy: async () => (await import('./house-text.tsx')).Privacy,
    help: async () => (await import('./house-text.tsx')).Help,
    getStarted: async () => (await import('./get-started.tsx')).GetStarted,
  },
}
