import type { AreaScreens } from '#web/screen.ts'

export const marketsScreens: AreaScreens = {
  areas: ['operatorShell', 'markets', 'onboarding', 'maps'],
  screens: {
    operatorMarkets: async () => (await import('./markets.tsx')).Markets,
    operatorMarket: async () => (await import('./market.tsx')).MarketPage,
  },
}
