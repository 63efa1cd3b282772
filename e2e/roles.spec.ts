/**
 * What each role of an operator finds to press on each screen, written out by hand: nothing that would be refused, and
 * everything that is its work. Of a planted world in which each queue has something.
 */
import type { Locator, Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { StaffRole } from '#domain/staff/roles.ts'
import { buildOperator } from '#testing/build.ts'
import { plantQueues } from '#testing/plant-queues.ts'
import { goWithin, openStage, untilTrue } from './browser.ts'
import { DESKTOP } from './chromium.ts'
import { SCREENS } from './roles.screens.ts'

const stage = await openStage()
const { db } = stage.testApp.app

const ROLES: readonly StaffRole[] = ['owner', 'dispatcher', 'support', 'finance', 'reader']
const LETTERS = 'odsfr'

/** What only shows something is everybody's: the day, a panel, the width of a column, a map once it is there. Rows that open are left out, too. */
const SHOWS =
  /^(Close|Closer|Farther|Earlier|Later|Today|Day|Week|What was compared|Open the receipt|Show everything|Zoom in|Zoom out)$|^(Width of|Look:|Look into|Open:|Corner) ?/

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
    await Promise.all(ROLES.map((role) => goTo(role, path, opens)))
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

/** The owner's page is loaded anew at each address; the others go there as by a link, which costs a tenth. */
async function goTo(role: StaffRole, path: string, opens: string | undefined): Promise<void> {
  const page = pages.get(role)!
  const address = path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? name)
  if (role === 'owner') await page.goto(address)
  else {
    // Whatever is open over the screen before belongs to that one.
    for (const next of ['/account', address]) await leaveFor(page, next)
  }
  await becomeQuiet(page)
  if (opens !== undefined) await pressFirst(page, opens, page.locator('main'))
}

/** Until the screen before is gone, which stays while the next is on its way. */
async function leaveFor(page: Page, address: string): Promise<void> {
  await page.evaluate(`document.querySelector('main h1')?.setAttribute('data-left', '')`)
  await goWithin(page, address)
  await untilTrue(page, `document.querySelector('main h1[data-left]') === null`)
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
