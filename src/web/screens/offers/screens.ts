import type { AreaScreens } from '#web/screen.ts'

export const offersScreens: AreaScreens = {
  areas: ['crew', 'offers', 'assignments'],
  screens: {
    offer: async () => (await import('./offer.tsx')).OfferScreen,
  },
}
