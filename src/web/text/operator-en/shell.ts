/** Words of the frame around the screens of operators. */
export const operatorShell = {
  searchKeys: 'Ctrl K',
  search: 'Search',
  city: 'City on your desk',
  groups: { day: 'Day', people: 'People', money: 'Money', city: 'City', trust: 'Trust' },
  seeing: {
    as: (name: string, minutes: number) =>
      `You see what ${name} sees. Nothing can be changed. ${minutes} min left.`,
    stop: 'Stop',
  },
  /** Above a form whose record somebody else has saved since. */
  newer: {
    title: 'Someone else saved this meanwhile',
    body: (fields: readonly string[]) =>
      fields.length === 0
        ? 'What you typed is still here, and not saved.'
        : `They changed: ${fields.join(', ')}. What you typed is still here, and not saved.`,
    keepMine: 'Keep what I typed',
    takeTheirs: 'Take theirs',
  },
  /** Instead of what a role may not do. */
  whoMay: {
    see: 'Your role in this city does not see this.',
    see_money: 'Money is for owners, support, finance and readers.',
    dispatch: 'Owners, dispatchers and support can change this.',
    support: 'Owners and support can change this.',
    refund: 'Owners, support and finance can do this.',
    money: 'Owners and finance can change this.',
    catalogue: 'Only owners can change this.',
    system: 'Only owners can change this.',
    staff: 'Only owners can change this.',
  },
  titles: {
    operatorSecurity: 'Your second factor',
    operatorStaff: 'Staff',
    operator: 'Board',
    operatorPeople: 'People',
    operatorPerson: 'Person',
    operatorQueues: 'Queue',
    operatorPlace: 'Place',
    operatorComplex: 'Complex',
    operatorJob: 'Weekly job',
    operatorPayment: 'Payment',
    operatorPayout: 'Payout',
    operatorChargebacks: 'Chargebacks',
    operatorFailedRefunds: 'Failed refunds',
    operatorDispatch: 'Dispatch',
    operatorDisputes: 'Disputes',
    operatorLateCompletions: 'Late reports',
    operatorCatalogue: 'Catalog',
    operatorMoney: 'Money',
    operatorReconcile: 'Reconcile',
    operatorOutbox: 'Outbox',
    operatorLog: 'Log',
    operatorNumbers: 'Numbers',
    operatorSystem: 'System',
    operatorReadiness: 'Going live',
    operatorStatements: 'Recyclops statements',
    operatorInvoices: 'Invoices',
    operatorReferrals: 'Referrals',
    operatorTax: 'Taxes',
    operatorMarkets: 'Cities',
    operatorMarket: 'City',
    operatorTexts: 'Public texts',
    operatorSchedule: 'Schedule',
  },
}
