import type { AreaScreens } from '#web/screen.ts'

export const commissionScreens: AreaScreens = {
  areas: ['commissions'],
  screens: {
    customerCommissions: async () => (await import('./commissions.tsx')).Commissions,
    crewCommissions: async () => (await import('./commissions.tsx')).Commissions,
  },
}
