import type { AreaScreens } from '#web/screen.ts'

/** What operators see of money. */
export const moneyDeskScreens: AreaScreens = {
  areas: ['money'],
  screens: {
    operatorMoney: async () => (await import('./operator-money.tsx')).OperatorMoney,
  },
}
