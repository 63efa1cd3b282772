import type { AreaScreens } from '#web/screen.ts'

/** What operators see of money. */
export const moneyDeskScreens: AreaScreens = {
  areas: [
    'operatorShell',
    'approvals',
    'money',
    'moneyDesk',
    'chargebacks',
    'books',
    'history',
    'auditLog',
    'peopleDesk',
    'workDesk',
    'customer',
    'today',
    'feedback',
  ],
  screens: {
    operatorChargebacks: async () => (await import('./chargebacks.tsx')).Chargebacks,
    operatorFailedRefunds: async () => (await import('./failed-refunds.tsx')).FailedRefunds,
    operatorPayment: async () => (await import('./payment-page.tsx')).OperatorPayment,
    operatorPayout: async () => (await import('./payout-page.tsx')).OperatorPayout,
    operatorMoney: async () => (await import('./operator-money.tsx')).OperatorMoney,
  },
}
