/** The facts of the seed, section by section. Tests name the fact that they prove by section and topic: `§4 startup: …`. */
export type SeedFact = { readonly section: number; readonly topic: string; readonly fact: string }

export const SEED_FACTS: readonly SeedFact[] = [
  ...facts(1, {
    pixel:
      'An advertising pixel comes from its provider’s host, is initialised with a fixed id and sends PageView on every change of the full path.',
    title: 'The page title is Crew.',
    'theme colour': 'The theme colour is #F5F5F5.',
    viewport: 'Initial scale 1, no user scaling, cover viewport fit.',
    'splash images': 'iOS splash images are provided.',
    installable: 'Usable as an installable mobile web app.',
  }),
  ...facts(2, {
    parameters: 'Four routes carry a parameter: a payment, a go link, an offer, a password reset.',
    routes: 'All routes without parameters exist.',
    home: 'The home has a customer and a crew variant.',
    'testing pages':
      'places-testing, timezone-tester, offer-OLD and my-jobs-staging are testing or legacy pages.',
    'pages to come':
      'What a screen does is not shown: an address without a screen yet says so, and nothing leads there.',
    'not found': 'Unknown paths give a not-found error with status 404 and ‘Page not found: {path}’.',
    '500': 'There is a 500 page.',
    logout: '/logout clears the auth cookie and goes to /login.',
    'staging banner': 'A banner reads TEST STAGING ENVIRONMENT when the environment is staging.',
    prompt:
      'A global modal prompt is on every page: opening waits, submitting returns the value and closes, closing gives no value.',
  }),
  ...facts(3, {
    user: 'A user has type, lat, lng, frozen_until and frozen_notes.',
    'job completion': 'The native job-completion message carries a location.',
    storage: 'Cookies: isMobile, crew_affiliate_code, crew_sponsor and the auth cookie.',
  }),
  ...facts(4, {
    'loading flags':
      'One per resource: user, gettingJobs, properties, complexes, complexGroups, pricing, propertyGroups, customer.',
    'mobile mode': 'On when the page runs inside a native app web view.',
    'app version': 'The default is 0.0.0; the native message version stores another.',
    'native location': 'The message location stores the location.',
    'native location failure': 'The message locationFail shows an alert.',
    'native photo': 'The message nativeUploadPhoto stores the photo result.',
    'native messages': 'Four messages are received; whatever else arrives changes nothing.',
    frozen: 'While the current time is before frozen_until, an error dialog is shown.',
    startup:
      'The user; native location for crews on mobile; the frozen dialog; payment method, property groups and properties; after 500 ms pricing, job routes, complexes and complex groups.',
    'job routes': 'They load only if the user has lat or lng.',
    'build check': 'A new build is looked for, and the page reloads on the next navigation.',
    builds: 'Builds replace one another without eating what was typed.',
    'chunk failure': 'It reloads the page at most once per 10 seconds per path.',
  }),
  ...facts(5, {
    'coupon and sponsor':
      'A query parameter coupon or sponsor on any page is saved into crew_affiliate_code and crew_sponsor.',
    cookies: 'Cookies set by default expire after 30 days, path /.',
  }),
  ...facts(6, {
    roles: 'Crew and customer.',
    'public paths': 'Nine first segments, and any path containing /go or /update-billing.',
    'other paths': 'Any other path without the auth cookie redirects to /login.',
    'native location': 'Only crews on mobile trigger the native location request.',
  }),
  ...facts(7, {
    credentials: 'All calls send credentials.',
    'query objects': 'GET query values that are objects are sent as JSON text.',
    user: 'GET /api/user, query fields=*: the user with an optional error.',
    'job routes': 'POST /api/get-job-routes, no body: jobs, days, recommendedRoutes.',
    'no body': 'A POST whose body is none or not shown may be sent without one, whatever type it names.',
    'page payload': 'Prerendered routes have page payload files.',
    lists: 'GET /api/properties, /api/pricing and /api/property-groups, no payload.',
    complexes: 'POST /api/get-complexes and /api/get-complex-groups: lists.',
    'payment method': 'POST /api/get-payment-method: the customer’s payment or an error field.',
  }),
  ...facts(8, {
    frozen:
      'Titled Your Account Is Frozen, with the date, frozen_notes, and the support if this is in error.',
    'failed POST': 'It rejects with the server’s message.',
    'failed GET': 'It rejects with status and data.',
    'logged failures': 'Properties, complexes, pricing and property groups are only logged.',
    'payment method error': 'An error dialog shows the server’s text.',
    'location failure': 'The alert has the exact text.',
    'not mobile': 'Not in a mobile environment: console warning only.',
    'not found': 'Status 404, message ‘Page not found: {path}’.',
    'external addresses': 'Navigating outside without explicit permission is refused.',
  }),
  ...facts(9, {
    toasts: 'They last 3000 ms, top-right.',
    'start-up delays': '100 ms and 500 ms.',
    'build check': 'Every 60 minutes.',
    'default zone': 'America/Denver.',
    distance: 'Feet, with the earth’s radius of 6378137 m times 3.28084.',
    money: 'No decimals for whole numbers, else 2, comma thousands, a $ prefix in one variant.',
    'image address': 'Segments for type, width, height and quality; https is forced.',
    'random code': '8 characters by default, digits and upper-case letters.',
    version: 'Dotted numbers are compared.',
    masks: '# a digit, @ a letter, * a letter or digit.',
  }),
]

function facts(section: number, byTopic: Readonly<Record<string, string>>): SeedFact[] {
  return Object.entries(byTopic).map(([topic, fact]) => ({ section, topic, fact }))
}
