import type { AreaScreens } from '#web/screen.ts'

export const referralDeskScreens: AreaScreens = {
  areas: ['operatorShell', 'referralDesk'],
  screens: { operatorReferrals: async () => (await import('./referrals.tsx')).Referrals },
}
