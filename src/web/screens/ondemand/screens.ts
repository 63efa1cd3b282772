import type { AreaScreens } from '#web/screen.ts'

export const ondemandScreens: AreaScreens = {
  areas: ['ondemand', 'customer', 'onboarding', 'money', 'places', 'signIn'],
  screens: {
    ondemand: async () => (await import('./ondemand.tsx')).Ondemand,
  },
}
