/** Words of the frame around the screens of operators. */
export const operatorShell = {
  searchKeys: 'Ctrl K',
  search: 'Search',
  titles: {
    operator: 'Board',
    operatorPeople: 'People',
    operatorPerson: 'Person',
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
