/**
 * The addresses of operators, part of `pages/operator-pages.ts`. A path says its key (`operatorTaxForms` is
 * `/operator/tax-forms`, parameters last), so that `linkTo` needs no table; titles are `text.operatorShell.titles`.
 */
import type { PagePath } from '#contract/pages.ts'
import type { Capability } from '#domain/staff/roles.ts'
import type { IconName } from './ui/icon.tsx'

/** The headings of the menu, in their order. */
export const MENU_GROUPS = ['day', 'people', 'money', 'city', 'trust'] as const

/** A tab stands in the bar of phones too; `side` only in the menu. */
type InMenu = {
  readonly icon: IconName
  readonly nav: 'tab' | 'side'
  readonly group: (typeof MENU_GROUPS)[number]
}

type OperatorUrl = {
  readonly path: PagePath
  /** What a role must hold to read it; absent where every role may. */
  readonly capability?: Capability
} & (InMenu | { readonly nav?: never; readonly group?: never; readonly icon?: never })

export const operatorUrls = {
  operator: { path: '/operator', icon: 'home', nav: 'tab', group: 'day' },
  operatorDispatch: { path: '/operator/dispatch', icon: 'route', nav: 'side', group: 'day' },
  operatorSchedule: { path: '/operator/schedule', icon: 'calendar', nav: 'tab', group: 'day' },
  operatorLateCompletions: {
    path: '/operator/late-completions',
    icon: 'clock',
    nav: 'side',
    group: 'day',
  },
  operatorDisputes: { path: '/operator/disputes', icon: 'warning', nav: 'side', group: 'day' },
  operatorQueues: { path: '/operator/queues/:kind' },
  operatorPeople: { path: '/operator/people', icon: 'users', nav: 'tab', group: 'people' },
  operatorReferrals: { path: '/operator/referrals', icon: 'gift', nav: 'side', group: 'people' },
  operatorPerson: { path: '/operator/person/:person_id' },
  operatorPlace: { path: '/operator/place/:place_id' },
  operatorComplex: { path: '/operator/complex/:complex_id' },
  operatorJob: { path: '/operator/job/:job_id' },
  operatorPayment: { path: '/operator/payment/:payment_id', capability: 'see_money' },
  operatorPayout: { path: '/operator/payout/:payout_id', capability: 'see_money' },
  operatorMoney: {
    path: '/operator/money',
    icon: 'money',
    nav: 'tab',
    group: 'money',
    capability: 'see_money',
  },
  operatorFailedRefunds: {
    path: '/operator/failed-refunds',
    icon: 'undo',
    nav: 'side',
    group: 'money',
    capability: 'see_money',
  },
  operatorChargebacks: {
    path: '/operator/chargebacks',
    icon: 'card',
    nav: 'side',
    group: 'money',
    capability: 'see_money',
  },
  operatorInvoices: {
    path: '/operator/invoices',
    icon: 'list',
    nav: 'side',
    group: 'money',
    capability: 'see_money',
  },
  operatorReconcile: {
    path: '/operator/reconcile',
    icon: 'check',
    nav: 'side',
    group: 'money',
    capability: 'see_money',
  },
  operatorStatements: {
    path: '/operator/statements',
    icon: 'recycle',
    nav: 'side',
    group: 'money',
    capability: 'see_money',
  },
  operatorTax: {
    path: '/operator/tax',
    icon: 'chart',
    nav: 'side',
    group: 'money',
    capability: 'see_money',
  },
  operatorNumbers: {
    path: '/operator/numbers',
    icon: 'chart',
    nav: 'side',
    group: 'money',
    capability: 'see_money',
  },
  operatorCatalogue: { path: '/operator/catalogue', icon: 'list', nav: 'side', group: 'city' },
  operatorMarkets: { path: '/operator/markets', icon: 'map-pin', nav: 'side', group: 'city' },
  operatorTexts: { path: '/operator/texts', icon: 'globe', nav: 'side', group: 'city' },
  operatorMarket: { path: '/operator/market/:market_id' },
  operatorStaff: {
    path: '/operator/staff',
    icon: 'users',
    nav: 'side',
    group: 'trust',
    capability: 'staff',
  },
  operatorSecurity: { path: '/operator/security', icon: 'lock', nav: 'side', group: 'trust' },
  operatorLog: { path: '/operator/log', icon: 'eye', nav: 'side', group: 'trust' },
  operatorOutbox: { path: '/operator/outbox', icon: 'mail', nav: 'side', group: 'trust' },
  operatorSystem: { path: '/operator/system', icon: 'settings', nav: 'side', group: 'trust' },
  operatorReadiness: { path: '/operator/readiness', icon: 'check', nav: 'side', group: 'trust' },
} as const satisfies Record<`operator${string}`, OperatorUrl>
