import type { AreaScreens } from '#web/screen.ts'

/** What operators see of money. */
export const moneyDeskScreens: AreaScreens = {
  areas: ['money', 'chargebacks', 'books'],
  screens: {
    operatorChargebacks: async () => (await import('./chargebacks.tsx')).Chargebacks,
    operatorFailedRefunds: async () => (await import('./failed-refunds.tsx')).FailedRefunds,
    operatorMoney: async () => (await import('./operator-money.tsx')).OperatorMoney,
  },
}
