/** Every path that shows a page (seed §2, product §4). The server answers all others with 404; the browser's table of screens must cover exactly these (its test says so). */
export const PAGE_PATHS = [
  '/',
  '/account',
  '/account/payments/:paymentID',
  '/add-card',
  '/authenticate',
  '/billing',
  '/complex',
  '/complexes',
  '/confirm-jobs',
  '/crew-account',
  '/crew-commissions',
  '/crew-payments',
  '/customer-commissions',
  '/customer-complex',
  '/customer-complexes',
  '/forgot-password',
  '/get-started',
  '/get-started/terms',
  '/get-started/privacy',
  '/get-started/help',
  '/go/unsubscribe',
  '/go/:go_id',
  '/hospitable-redirect',
  '/import-properties',
  '/jobs',
  '/jobs-list',
  '/inbox',
  '/login',
  '/logout',
  '/my-assignments',
  '/my-jobs-staging',
  '/notification-preferences',
  '/offer-OLD',
  '/offer/:offer_id',
  '/ondemand',
  '/open-tax-forms',
  '/places-testing',
  '/property/:property_id',
  '/recyclops-payouts',
  '/register-crew',
  '/register-customer',
  '/reset-password/:reset_password_id',
  '/stripe-connect',
  '/timezone-tester',
  '/update-billing',
  '/visit/:visit_id',
  '/welcome-crew',
  '/welcome-customer',
  '/operator',
  '/operator/people',
  '/operator/queues/:kind',
  '/operator/person/:person_id',
  '/operator/place/:place_id',
  '/operator/complex/:complex_id',
  '/operator/job/:job_id',
  '/operator/disputes',
  '/operator/late-completions',
  '/operator/catalogue',
  '/operator/chargebacks',
  '/operator/failed-refunds',
  '/operator/markets',
  '/operator/market/:market_id',
  '/operator/money',
  '/operator/reconcile',
  '/operator/outbox',
  '/operator/schedule',
  '/operator/statements',
  '/operator/invoices',
  '/operator/log',
  '/operator/numbers',
  '/operator/system',
  '/operator/readiness',
  '/operator/referrals',
  '/operator/tax',
  '/operator/texts',
] as const

export type PagePath = (typeof PAGE_PATHS)[number]

/** The page whose pattern a pathname fits; null means not found. A trailing slash is another path. */
export function pageAt(pathname: string): PagePath | null {
  const segments = pathname.split('/')
  return PAGE_PATHS.find((path) => fits(path.split('/'), segments)) ?? null
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  )
}
