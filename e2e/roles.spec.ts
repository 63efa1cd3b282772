/**
 * What each role of an operator finds to press on each screen, written out by hand: nothing that would be refused, and
 * everything that is its work. Of a planted world in which each queue has something.
 */
import type { Locator, Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { StaffRole } from '#domain/staff/roles.ts'
import { buildOperator } from '#testing/build.ts'
import { plantQueues } from '#testing/plant-queues.ts'
import { openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'

const stage = await openStage()
const { db } = stage.testApp.app

const ROLES: readonly StaffRole[] = ['owner', 'dispatcher', 'support', 'finance', 'reader']
const LETTERS = 'odsfr'

/** What only shows something is everybody's: the day, a panel, the width of a column, a map once it is there. Rows that open are left out, too. */
const SHOWS =
  /^(Close|Closer|Farther|Earlier|Later|Today|Day|Week|What was compared|Open the receipt|Show everything|Zoom in|Zoom out)$|^(Width of|Look:|Look into|Open:|Corner) ?/

/** `o` owner, `d` dispatcher, `s` support, `f` finance, `r` reader: who finds it. `opens` is pressed first, where it is there. */
type Screen = { readonly opens?: string; readonly buttons: Readonly<Record<string, string>> }

const PERSON = {
  Actions: 'odsf-',
  'Correct details': 'o-s--',
  Freeze: 'o-s--',
  'Mail a sign-in link': 'o-s--',
  'See as this person': 'o-s--',
  'Sign out everywhere': 'o-s--',
  'Write a message': 'o-s--',
}
const VISIT = { Actions: 'odsf-', Take: 'ods--' }
const TO_CREW = { ...VISIT, 'Give to a crew': 'ods--' }

const SCREENS: Readonly<Record<string, Screen>> = {
  '/operator': { buttons: { 'Assign: Maple House': 'ods--' } },
  '/operator/dispatch': { buttons: { 'Plan the day': 'ods--' } },
  '/operator/schedule': { buttons: { Edit: 'ods--', 'New calendar': 'ods--' } },
  '/operator/schedule?tab=pushed': { buttons: { Preview: 'ods--' } },
  '/operator/late-completions': {
    opens: 'Open: Maple House',
    buttons: { 'Accept and pay $7.70': 'ods--', Dismiss: 'ods--' },
  },
  '/operator/disputes': { opens: 'Open: Maple House', buttons: { Decide: 'o-s--' } },
  '/operator/queues/late': { opens: 'row', buttons: { ...TO_CREW, 'Dealt with': 'ods--' } },
  '/operator/queues/unassigned': { opens: 'row', buttons: { ...TO_CREW, 'Ask again': 'ods--' } },
  '/operator/queues/unconfirmed': { opens: 'row', buttons: { ...TO_CREW, 'Ask again': 'ods--' } },
  '/operator/queues/missed': {
    opens: 'row',
    buttons: { Actions: 'o-sf-', Take: 'ods--', 'Looked at': 'ods--' },
  },
  '/operator/queues/flagged': { opens: 'row', buttons: { ...VISIT, Approve: 'ods--' } },
  '/operator/queues/disputes': {
    opens: 'row',
    buttons: { Actions: 'odsf-', Take: 'o-s--', Decide: 'o-s--' },
  },
  '/operator/queues/approvals': {
    opens: 'row',
    buttons: { 'Approve $20': 'o-sf-', Decline: 'o-sf-', Take: 'o-sf-' },
  },
  '/operator/queues/late_reports': {
    opens: 'row',
    buttons: {
      Actions: 'o-sf-',
      Take: 'ods--',
      Decide: 'ods--',
      'Accept and pay': 'ods--',
      Dismiss: 'ods--',
    },
  },
  '/operator/queues/declined': { opens: 'row', buttons: { 'Charge now': 'o-sf-', Take: 'o-sf-' } },
  '/operator/queues/failed_payouts': { opens: 'row', buttons: { 'Looked at': 'o-sf-', Take: 'o-sf-' } },
  '/operator/queues/chargebacks': { opens: 'row', buttons: { Take: 'o--f-' } },
  '/operator/queues/differences': { opens: 'row', buttons: { Explain: 'o--f-', Take: 'o--f-' } },
  '/operator/queues/referrals': {
    opens: 'row',
    buttons: { Approve: 'o-s--', Refuse: 'o-s--', Take: 'o-s--' },
  },
  '/operator/queues/parked': {
    opens: 'row',
    buttons: { Drop: 'o----', 'Try again': 'o----', Take: 'o----' },
  },
  '/operator/people': { buttons: { Freeze: 'o-s--' } },
  '/operator/referrals': {
    buttons: {
      'Approve: Dana Whitfield brought Rosa Alvarez': 'o-s--',
      'Refuse: Dana Whitfield brought Rosa Alvarez': 'o-s--',
    },
  },
  '/operator/person/:customer': {
    opens: 'Actions',
    buttons: { ...PERSON, Actions: 'o-sf-', 'Give credit': 'o-sf-' },
  },
  '/operator/person/:crew': {
    opens: 'Actions',
    buttons: { ...PERSON, Actions: 'ods--', 'Text the link to their assignments': 'ods--' },
  },
  '/operator/person/:customer?show=notes': { buttons: { Actions: 'o-sf-', 'Add note': 'o-s--' } },
  '/operator/place/:place': { buttons: { 'Book weekly work': 'o-s--', 'Correct the place': 'o-s--' } },
  '/operator/job/:job': { buttons: { Change: 'o-s--', Pause: 'o-s--', 'End it': 'o-s--' } },
  '/visit/:open': {
    opens: 'Actions',
    buttons: {
      Actions: 'odsf-',
      'Give credit': 'o-sf-',
      'Give to a crew': 'ods--',
      'Move or change': 'ods--',
      Skip: 'o-s--',
    },
  },
  '/visit/:done?show=money': {
    opens: 'Actions',
    buttons: { Actions: 'odsf-', 'Give credit': 'o-sf-', 'Send the crew the door link': 'ods--' },
  },
  '/operator/payment/:paid': {
    opens: 'Actions',
    buttons: {
      Actions: 'o-sfr',
      'Approve $20': 'o-sf-',
      Decline: 'o-sf-',
      'Mail the receipt again': 'o-s--',
      Refund: 'o-sf-',
    },
  },
  '/operator/payment/:declined': {
    opens: 'Actions',
    buttons: { Actions: 'o-sfr', 'Write off': 'o--f-' },
  },
  '/operator/payout/:payout': { buttons: { 'Try again': 'o--f-' } },
  '/operator/money': { buttons: {} },
  '/operator/money?show=payments': { buttons: { Refund: 'o-sf-', 'Write off': 'o--f-' } },
  '/operator/money?show=payouts': { buttons: {} },
  '/operator/money?show=credit': { buttons: {} },
  '/operator/failed-refunds': { buttons: {} },
  '/operator/chargebacks?id=:chargeback': {
    buttons: { 'Accept the loss': 'o--f-', 'Send the evidence': 'o--f-' },
  },
  '/operator/invoices': { buttons: { Terms: 'o--f-' } },
  '/operator/reconcile?difference=:difference': {
    buttons: { 'Run now': 'o--f-', 'Save the explanation': 'o--f-' },
  },
  '/operator/statements': { buttons: { '(a file)': 'o--f-' } },
  '/operator/tax': { buttons: { 'Mark as filed': 'o--f-' } },
  '/operator/tax?show=rates': { buttons: { 'Change the rates': 'o----' } },
  '/operator/tax?show=certificates': { buttons: {} },
  '/operator/tax?show=forms': { buttons: {} },
  '/operator/numbers': { buttons: {} },
  '/operator/catalogue': { buttons: { 'Change price': 'o----' } },
  '/operator/catalogue?service=bins': { buttons: { 'Change price': 'o----', 'Show the effect': 'o----' } },
  '/operator/catalogue?show=services': {
    buttons: { Checklist: 'odsfr', Edit: 'o----', 'New service': 'o----' },
  },
  '/operator/catalogue?show=services&list=bins': {
    buttons: {
      Checklist: 'odsfr',
      Edit: 'o----',
      'Edit the checklist': 'o----',
      'New service': 'o----',
    },
  },
  '/operator/catalogue?show=settings&setting=offerMinutes': { buttons: { Change: 'o----', Save: 'o----' } },
  '/operator/markets': { buttons: { 'New city': 'o----' } },
  '/operator/market/denver': {
    buttons: {
      'Change the letterhead': 'o----',
      'Close city': 'o----',
      'Save city': 'o----',
      'Start again with a circle': 'o----',
      Holidays: 'odsfr',
      Prices: 'odsfr',
      Settings: 'odsfr',
      Taxes: 'odsfr',
    },
  },
  '/operator/texts': { buttons: { Publish: 'o----' } },
  '/operator/staff': { buttons: { 'End access': 'o----', Roles: 'o----', Invite: 'o----' } },
  '/operator/security': { buttons: { 'Set up an app': 'odsfr' } },
  '/operator/log': { buttons: {} },
  '/operator/outbox': { buttons: {} },
  '/operator/system': { buttons: { 'Drop: Clear drafts': 'o----', 'Try again: Clear drafts': 'o----' } },
  '/operator/readiness': { buttons: { 'Look again': 'odsfr' } },
}

/** Of many that are alike only the name before the thing: `Change price: Pool care`, `Corner 12: …`. */
const ALIKE = /^(Change price|Change|Checklist|Edit|End access|Roles|Corner)(?: \d+)?: .*$/

const ids: Record<string, string> = {}
const pages = new Map<StaffRole, Page>()
const inFlight = new Map<Page, Set<Request>>()

beforeAll(async () => {
  await plantQueues(stage.testApp.app, 'denver', {
    late: 1,
    unassigned: 1,
    unconfirmed: 1,
    missed: 1,
    flagged: 1,
    disputes: 1,
    approvals: 1,
    late_reports: 1,
    declined: 1,
    failed_payouts: 1,
    chargebacks: 1,
    differences: 1,
    referrals: 1,
    parked: 1,
  })
  await findIds()
  for (const role of ROLES) {
    const page = await stage.openAs(
      await buildOperator(stage.testApp.app, { name: `A ${role}`, staffRole: role }),
      {
        viewport: DESKTOP,
      },
    )
    page.setDefaultTimeout(60_000)
    listen(page)
    pages.set(role, page)
    await page.goto('/operator')
    await becomeQuiet(page)
  }
}, 300_000)

test.each(Object.entries(SCREENS))(
  '%s offers each role its own',
  async (path, { opens, buttons }) => {
    await Promise.all(ROLES.map((role) => goTo(pages.get(role)!, path, opens)))
    const found = async () =>
      Object.fromEntries(
        await Promise.all(ROLES.map(async (role) => [role, await namesOn(pages.get(role)!)])),
      )
    const wanted = Object.fromEntries(
      ROLES.map((role, at) => [
        role,
        Object.entries(buttons)
          .filter(([, whose]) => whose.includes(LETTERS[at]!))
          .map(([name]) => name)
          .toSorted(),
      ]),
    )
    // Parts of a page come one after another; what is there in the end may not change any more.
    await expect.poll(found, { timeout: 20_000, interval: 200 }).toEqual(wanted)
    await Promise.all(ROLES.map((role) => becomeQuiet(pages.get(role)!)))
    expect(await found()).toEqual(wanted)
  },
  120_000,
)

async function goTo(page: Page, path: string, opens: string | undefined): Promise<void> {
  await page.goto(path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? name))
  await becomeQuiet(page)
  if (opens !== undefined) await pressFirst(page, opens, page.locator('main'))
}

async function namesOn(page: Page): Promise<string[]> {
  const main = page.locator('main')
  const buttons = await main
    .or(page.locator('dialog[open]'))
    .getByRole('button', { disabled: false })
    .evaluateAll((all) =>
      all
        .filter((each) => !each.hasAttribute('data-row'))
        .map((each) => each.getAttribute('aria-label') ?? (each.textContent || '(a file)')),
    )
  const items = await page.getByRole('menuitem').allTextContents()
  const names = [...buttons, ...items].map((name) => name.replace(ALIKE, '$1'))
  return [...new Set(names)].filter((name) => !SHOWS.test(name)).toSorted()
}

async function pressFirst(page: Page, opens: string, main: Locator): Promise<void> {
  const target = opens === 'row' ? main.locator('[data-row]') : main.getByRole('button', { name: opens })
  // Not every role finds it.
  const isThere = await target
    .first()
    .waitFor({ timeout: 3_000 })
    .then(
      () => true,
      () => false,
    )
  if (!isThere) return
  await target.first().click()
  await becomeQuiet(page)
}

function listen(page: Page): void {
  const open = new Set<Request>()
  inFlight.set(page, open)
  page.on('request', (request) => {
    if (['fetch', 'script'].includes(request.resourceType())) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Nothing is read any more, and nothing was for a moment. */
async function becomeQuiet(page: Page): Promise<void> {
  await page.locator('main').first().waitFor()
  for (let calm = 0; calm < 3; ) {
    await page.waitForTimeout(80)
    calm = inFlight.get(page)!.size === 0 ? calm + 1 : 0
  }
}

/** What stands in the addresses. */
async function findIds(): Promise<void> {
  const named = (name: string) => db.selectFrom('users').where('name', '=', name).select('id')
  const found = {
    customer: named('Dana Whitfield'),
    crew: named('Nia Crew'),
    job: db.selectFrom('weekly_job').select('id'),
    place: db.selectFrom('property').select('id'),
    open: db.selectFrom('visit').where('crew_id', 'is', null).where('state', '=', 'scheduled').select('id'),
    done: db.selectFrom('visit').where('state', '=', 'completed').select('id'),
    paid: db.selectFrom('approval').select('payment_id as id'),
    declined: db.selectFrom('payment').where('state', '=', 'declined').select('id'),
    payout: db.selectFrom('payout').select('id'),
    chargeback: db.selectFrom('chargeback').select('id'),
    difference: db.selectFrom('reconcile_difference').select('id'),
  }
  for (const [name, query] of Object.entries(found)) {
    const { id } = await query.executeTakeFirstOrThrow()
    if (id !== null) ids[name] = String(id)
  }
}
