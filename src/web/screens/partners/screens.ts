import type { AreaScreens } from '#web/screen.ts'

/** What crews earn with partners. */
export const partnerScreens: AreaScreens = {
  areas: ['partners'],
  screens: {
    recyclopsPayouts: async () => (await import('./recyclops-payouts.tsx')).RecyclopsPayouts,
  },
}
