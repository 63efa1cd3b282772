/**
 * The addresses of operators, part of `pages/operator-pages.ts`. A path says its key (`operatorTaxForms` is
 * `/operator/tax-forms`, parameters last), so that `linkTo` needs no table; titles are `text.operatorShell.titles`.
 */
import type { PagePath } from '#contract/pages.ts'
import type { IconName } from './ui/icon.tsx'

type OperatorUrl = {
  readonly path: PagePath
  readonly icon?: IconName
  /** A tab stands in the bar of phones too; `side` only in the sidebar and under More. */
  readonly nav?: 'tab' | 'side'
}

export const operatorUrls = {
  operator: { path: '/operator', icon: 'home', nav: 'tab' },
  operatorPeople: { path: '/operator/people', icon: 'users', nav: 'tab' },
  operatorPerson: { path: '/operator/person/:person_id' },
  operatorQueues: { path: '/operator/queues/:kind' },
  operatorPlace: { path: '/operator/place/:place_id' },
  operatorComplex: { path: '/operator/complex/:complex_id' },
  operatorJob: { path: '/operator/job/:job_id' },
  operatorCatalogue: { path: '/operator/catalogue', icon: 'list', nav: 'tab' },
  operatorMoney: { path: '/operator/money', icon: 'money', nav: 'tab' },
  operatorReconcile: { path: '/operator/reconcile', icon: 'check', nav: 'side' },
  operatorSchedule: { path: '/operator/schedule', icon: 'calendar', nav: 'tab' },
  operatorDisputes: { path: '/operator/disputes', icon: 'warning', nav: 'side' },
  operatorChargebacks: { path: '/operator/chargebacks', icon: 'card', nav: 'side' },
  operatorFailedRefunds: { path: '/operator/failed-refunds', icon: 'undo', nav: 'side' },
  operatorLateCompletions: { path: '/operator/late-completions', icon: 'clock', nav: 'side' },
  operatorOutbox: { path: '/operator/outbox', icon: 'mail', nav: 'side' },
  operatorSystem: { path: '/operator/system', icon: 'settings', nav: 'side' },
  operatorReadiness: { path: '/operator/readiness', icon: 'check', nav: 'side' },
  operatorNumbers: { path: '/operator/numbers', icon: 'chart', nav: 'side' },
  operatorLog: { path: '/operator/log', icon: 'eye', nav: 'side' },
  operatorStatements: { path: '/operator/statements', icon: 'recycle', nav: 'side' },
  operatorInvoices: { path: '/operator/invoices', icon: 'list', nav: 'side' },
  operatorReferrals: { path: '/operator/referrals', icon: 'users', nav: 'side' },
  operatorMarkets: { path: '/operator/markets', icon: 'map-pin', nav: 'side' },
  operatorMarket: { path: '/operator/market/:market_id' },
  operatorTexts: { path: '/operator/texts', icon: 'globe', nav: 'side' },
  operatorTax: { path: '/operator/tax', icon: 'chart', nav: 'side' },
} as const satisfies Record<`operator${string}`, OperatorUrl>
