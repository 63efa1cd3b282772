/**
 * The table of addresses: path, who may see it, and where it stands in the navigation. Titles are `text.shell.titles`
 * by the same key; screens are joined to keys in `screens/<area>/screens.ts`. Links are made only by `linkTo`. The
 * addresses of operators stand in `operator-urls.ts`, which is no part of the first download: only its types are here.
 */

import type { PagePath } from '#contract/pages.ts'
import { keysOf } from '#domain/keys.ts'
import type { operatorUrls } from './operator-urls.ts'
import type { IconName } from './ui/icon.tsx'

/** `public`: anybody; `any`: whoever is signed in; else that type of user. */
export type UrlAccess = 'public' | 'any' | 'customer' | 'crew' | 'operator'
export type UserType = 'Customer' | 'Crew' | 'Operator'

/** A tab stands in the bar of phones too; `side` only in the sidebar and under More. */
type Place = 'tab' | 'side'
type Url = {
  path: PagePath | '/design'
  access: UrlAccess
  icon?: IconName
  nav?: Partial<Record<UserType, Place>>
}

export const urls = {
  home: { path: '/', access: 'any', icon: 'home', nav: { Customer: 'tab', Crew: 'tab' } },
  jobs: { path: '/jobs', access: 'any', icon: 'calendar', nav: { Customer: 'tab', Crew: 'tab' } },
  myAssignments: { path: '/my-assignments', access: 'public', icon: 'route', nav: { Crew: 'tab' } },
  billing: { path: '/billing', access: 'customer', icon: 'card', nav: { Customer: 'tab' } },
  crewPayments: { path: '/crew-payments', access: 'crew', icon: 'money', nav: { Crew: 'tab' } },
  jobsList: { path: '/jobs-list', access: 'any', icon: 'list', nav: { Customer: 'side', Crew: 'side' } },
  confirmJobs: { path: '/confirm-jobs', access: 'crew', icon: 'check', nav: { Crew: 'side' } },
  complexes: { path: '/complexes', access: 'crew', icon: 'building', nav: { Crew: 'side' } },
  complex: { path: '/complex', access: 'crew' },
  customerComplexes: {
    path: '/customer-complexes',
    access: 'customer',
    icon: 'building',
    nav: { Customer: 'side' },
  },
  customerComplex: { path: '/customer-complex', access: 'customer' },
  ondemand: { path: '/ondemand', access: 'public', icon: 'plus', nav: { Customer: 'side' } },
  importProperties: { path: '/import-properties', access: 'customer' },
  property: { path: '/property/:property_id', access: 'customer' },
  visit: { path: '/visit/:visit_id', access: 'any' },
  addCard: { path: '/add-card', access: 'customer' },
  receipt: { path: '/account/payments/:paymentID', access: 'any' },
  customerCommissions: {
    path: '/customer-commissions',
    access: 'customer',
    icon: 'gift',
    nav: { Customer: 'side' },
  },
  crewCommissions: { path: '/crew-commissions', access: 'crew', icon: 'gift', nav: { Crew: 'side' } },
  recyclopsPayouts: { path: '/recyclops-payouts', access: 'crew', icon: 'recycle', nav: { Crew: 'side' } },
  stripeConnect: { path: '/stripe-connect', access: 'any' },
  openTaxForms: { path: '/open-tax-forms', access: 'crew', icon: 'chart', nav: { Crew: 'side' } },
  crewAccount: { path: '/crew-account', access: 'crew', icon: 'user', nav: { Crew: 'side' } },
  account: { path: '/account', access: 'any', icon: 'settings', nav: { Customer: 'side', Crew: 'side' } },
  people: { path: '/people', access: 'customer', icon: 'users', nav: { Customer: 'side' } },
  inbox: { path: '/inbox', access: 'any', icon: 'message', nav: { Customer: 'side', Crew: 'side' } },
  notificationPreferences: {
    path: '/notification-preferences',
    access: 'any',
    icon: 'bell',
    nav: { Customer: 'side', Crew: 'side' },
  },
  offer: { path: '/offer/:offer_id', access: 'crew' },
  oldOffer: { path: '/offer-OLD', access: 'any' },
  // Below /go, which the guard lets everybody see (seed §6).
  unsubscribe: { path: '/go/unsubscribe', access: 'public' },
  goLink: { path: '/go/:go_id', access: 'public' },
  hospitableRedirect: { path: '/hospitable-redirect', access: 'customer' },
  getStarted: { path: '/get-started', access: 'public' },
  // Below /get-started, which the guard lets everybody see (seed §6).
  terms: { path: '/get-started/terms', access: 'public' },
  privacy: { path: '/get-started/privacy', access: 'public' },
  help: { path: '/get-started/help', access: 'public' },
  registerCustomer: { path: '/register-customer', access: 'public' },
  registerCrew: { path: '/register-crew', access: 'public' },
  welcomeCustomer: { path: '/welcome-customer', access: 'customer' },
  welcomeCrew: { path: '/welcome-crew', access: 'crew' },
  login: { path: '/login', access: 'public' },
  logout: { path: '/logout', access: 'any' },
  forgotPassword: { path: '/forgot-password', access: 'public' },
  resetPassword: { path: '/reset-password/:reset_password_id', access: 'public' },
  authenticate: { path: '/authenticate', access: 'public' },
  updateBilling: { path: '/update-billing', access: 'public' },
  myJobsStaging: { path: '/my-jobs-staging', access: 'crew' },
  placesTesting: { path: '/places-testing', access: 'any' },
  timezoneTester: { path: '/timezone-tester', access: 'any' },
  design: { path: '/design', access: 'public' },
} as const satisfies Record<string, Url>

type CommonUrls = typeof urls
type OperatorUrls = typeof operatorUrls
/** The key of a page that stands in the first download. */
export type CommonKey = keyof CommonUrls
export type OperatorKey = keyof OperatorUrls
export type UrlKey = CommonKey | OperatorKey
export const urlKeys = keysOf(urls)

/** The entry of one key, with its optional parts. */
export function urlOf(key: CommonKey): Url {
  return urls[key]
}

export function isOperatorKey(key: UrlKey): key is OperatorKey {
  return !(key in urls)
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type PathOf<Key extends UrlKey> = (CommonUrls & OperatorUrls)[Key]['path']
type Params<Key extends UrlKey> = { [Name in ParamNames<PathOf<Key>>]: string }
type Query = Readonly<Record<string, string | number | boolean | undefined>>
type LinkArguments<Key extends UrlKey> = [ParamNames<PathOf<Key>>] extends [never]
  ? [params?: Record<never, never>, query?: Query]
  : [params: Params<Key>, query?: Query]

/** `linkTo('billing')`, `linkTo('receipt', { paymentID })`, `linkTo('complex', {}, { id })`. */
export function linkTo<Key extends UrlKey>(key: Key, ...[params, query]: LinkArguments<Key>): string {
  const values: Record<string, string> = { ...params }
  const path = patternOf(key, keysOf(values)).replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

/** An address of operators says its key, so that a link there needs no table: `operatorLateCompletions` is `/operator/late-completions`, what it is given follows. */
function patternOf(key: UrlKey, names: readonly string[]): string {
  if (!isOperatorKey(key)) return urls[key].path
  const [, ...words] = key.split(/(?=[A-Z])/)
  const page = words.length > 0 ? `/${words.join('-').toLowerCase()}` : ''
  return `/operator${page}${names.map((name) => `/:${name}`).join('')}`
}

/** Whether the table of operators is needed to know what stands there. */
export function isOperatorPath(pathname: string): boolean {
  return /^\/operator(\/|$)/.test(pathname)
}

/** The key whose pattern a pathname fits, letter by letter; a trailing slash is another path, as for the server. */
export function findUrl(pathname: string): CommonKey | undefined {
  return findIn(urls, pathname)
}

export function findIn<Key extends string>(
  table: Readonly<Record<Key, { readonly path: string }>>,
  pathname: string,
): Key | undefined {
  const segments = pathname.split('/')
  return keysOf(table).find((key) => fits(table[key].path.split('/'), segments))
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  )
}
