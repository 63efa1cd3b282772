/** Words of the frame around the screens of operators. */
export const operatorShell = {
  titles: {
    operator: 'Board',
    operatorPeople: 'People',
    operatorChargebacks: 'Chargebacks',
    operatorFailedRefunds: 'Failed refunds',
    operatorDisputes: 'Disputes',
    operatorLateCompletions: 'Late reports',
    operatorCatalogue: 'Catalog',
    operatorMoney: 'Money',
    operatorReconcile: 'Reconcile',
    operatorOutbox: 'Outbox',
    operatorStatements: 'Recyclops statements',
    operatorInvoices: 'Invoices',
    operatorReferrals: 'Referrals',
    operatorTax: 'Taxes',
    operatorTexts: 'Public texts',
    operatorSchedule: 'Schedule',
  },
}
