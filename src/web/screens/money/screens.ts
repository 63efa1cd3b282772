import type { AreaScreens } from '#web/screen.ts'

/** Screens about money of customers and crews. */
export const moneyScreens: AreaScreens = {
  areas: ['money', 'invoices'],
  screens: {
    addCard: async () => (await import('./add-card.tsx')).AddCard,
    billing: async () => (await import('./billing.tsx')).Billing,
    receipt: async () => (await import('./payment.tsx')).Payment,
    crewPayments: async () => (await import('./crew-payments.tsx')).CrewPayments,
    updateBilling: async () => (await import('./update-billing.tsx')).UpdateBilling,
    stripeConnect: async () => (await import('./stripe-connect.tsx')).StripeConnect,
  },
}
