import type { AreaScreens } from '#web/screen.ts'

export const frontDoorScreens: AreaScreens = {
  areas: ['frontDoor', 'onboarding', 'customer'],
  screens: {
    getStarted: async () => (await import('./get-started.tsx')).GetStarted,
  },
}
