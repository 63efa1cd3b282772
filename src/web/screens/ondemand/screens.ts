import type { AreaScreens } from '#web/screen.ts'

export const ondemandScreens: AreaScreens = {
  areas: ['ondemand', 'customer', 'onboarding', 'money', 'places'],
  screens: {
    ondemand: async () => (await import('./ondemand.tsx')).Ondemand,
  },
}
