/**
 * axe finds nothing on any address, in either language and either colour scheme, for whoever may see it; no word is cut
 * off on a phone whose text is twice as big; and no view has two primary ways on or two ways back.
 */
import axe from 'axe-core'
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { PAGE_PATHS } from '#contract/pages.ts'
import { LANGUAGES, type Language } from '#domain/language.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty } from '#testing/build.ts'
import { buildCompletedVisit } from '#testing/build-money.ts'
import { buildVisits, buildWeeklyJob } from '#testing/build-work.ts'
import { findPage } from '#web/pages/find-page.ts'
import { operatorPages } from '#web/pages/operator-pages.ts'
import { cutAtDoubleText } from './big-text.ts'
import { openStage, untilTrue } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

type Who = 'nobody' | 'customer' | 'crew' | 'operator'
type Finding = { rule: string; at: string }
const pages = {} as Record<Language, Record<Who, Page>>
const inFlight = new Map<Page, Set<Request>>()
/** What stands in the parameters of paths, so that the pages show something real. */
const parameters = {} as Record<Language, Partial<Record<string, string>>>

beforeAll(async () => {
  for (const language of LANGUAGES) await furnish(language)
})

/** People of one language, with a property, weekly work, and a visit that was done and paid for. */
async function furnish(language: Language): Promise<void> {
  const locale = language
  const customer = await buildCustomer(app, { name: 'Cora Customer', phone: '3035550100', locale })
  const crew = await buildCrew(app, { name: 'Cruz Crew', locale })
  const operator = await buildOperator(app, { name: 'Olga Operator', locale })
  const propertyId = await buildProperty(app, customer.userId, { name: 'Elm Street 12' })
  const job = await buildWeeklyJob(app, { customerId: customer.userId, propertyId })
  await buildVisits(app, job, 2)
  await buildWeeklyJob(app, { name: 'Oak Court 3' })
  const done = await buildCompletedVisit(app, { customerId: customer.userId, crewId: crew.userId })
  parameters[language] = {
    ':property_id': propertyId,
    ':visit_id': done.visitId,
    ':person_id': customer.userId,
  }
  pages[language] = {
    nobody: await prepare(await stage.open({ language })),
    customer: await prepare(await stage.openAs(customer, { language })),
    crew: await prepare(await stage.openAs(crew, { language })),
    operator: await prepare(await stage.openAs(operator, { language })),
  }
}

async function prepare(page: Page): Promise<Page> {
  const open = new Set<Request>()
  inFlight.set(page, open)
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  await page.addInitScript(axe.source)
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

const addresses = PAGE_PATHS.filter((path) => path !== '/logout').flatMap((path) => {
  const { access } = findPage(path, operatorPages)!
  const whom: Who[] =
    access === 'public' ? ['nobody'] : access === 'any' ? ['customer', 'crew', 'operator'] : [access]
  return whom.map((who) => [path, who] as const)
})

test.each([
  ...addresses,
  ['/no-such-page', 'customer'],
  ['/ondemand', 'customer'],
  ['/my-assignments', 'crew'],
] as const)('%s has nothing to find for %s', async (path, who) => {
  const found = await Promise.all(
    LANGUAGES.map(async (language) => {
      const page = pages[language][who]
      await go(
        page,
        path.replace(/:\w+/, (name) => parameters[language][name] ?? UNKNOWN),
      )
      expect(await page.evaluate('document.documentElement.lang')).toBe(language)
      const light = await examine(page)
      // In the dark only colours are other.
      await show(page, 'dark')
      const dark = await examine(page, ['color-contrast'])
      await show(page, 'light')
      const big = await cutAtDoubleText(page)
      return [
        ...light,
        ...(await tooManyWaysOn(page)),
        ...dark.map((finding) => `dark: ${finding}`),
        ...big.map((finding) => `at 200 %: ${finding}`),
      ].map((each) => `${language} ${each}`)
    }),
  )
  expect(found.flat()).toEqual([])
})

test('what is wrong is found, in the light and in the dark', async () => {
  const page = await prepare(await stage.open())
  await page.evaluate(`{
    const pale = document.createElement('p')
    pale.textContent = 'pale'
    pale.style.color = '#888'
    pale.style.background = '#999'
    document.querySelector('main').append(document.createElement('button'), pale)
  }`)
  const rules = (await examine(page)).map((finding) => finding.split(':')[0])
  expect(rules.toSorted()).toEqual(['button-name', 'color-contrast'])
  await show(page, 'dark')
  expect((await examine(page, ['color-contrast'])).join()).toContain('color-contrast')
  expect(await cutAtDoubleText(page)).toEqual([])
  await page.evaluate(`{
    const stiff = document.createElement('p')
    stiff.textContent = 'A line that may not break, however narrow the phone'
    stiff.style.cssText = 'white-space: nowrap; overflow: hidden'
    document.querySelector('main').append(stiff)
  }`)
  expect(await cutAtDoubleText(page)).toEqual([
    'cut off: A line that may not break, however narrow the phone',
  ])
  await page.context().close()
})

/** Changes the colour scheme and waits until the page wears it: a check in between would mix the colours of both. */
async function show(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await untilTrue(
    page,
    `matchMedia('(prefers-color-scheme: ${scheme})').matches && getComputedStyle(document.body).color === getComputedStyle(document.querySelector('h1')).color`,
  )
}

/** Goes there without loading the page anew, and waits until nothing more is read. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState({}, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await quiet(page)
}

/** Nothing is read for a moment, and no placeholder stands any more. */
async function quiet(page: Page): Promise<void> {
  for (let calm = 0, tries = 0; calm < 3; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 40))
    const open = [...(inFlight.get(page) ?? [])].map((request) => request.url())
    const isBusy = open.length > 0 || (await page.locator('main .animate-wait').count()) > 0
    calm = isBusy ? 0 : calm + 1
    if (tries > 100) throw new Error(`${page.url()} never comes to rest: ${open.join()}`)
  }
}

/** A view has one primary way on and one way back; every row of a list may have its own. */
async function tooManyWaysOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const seen = (selector) => [...document.querySelectorAll('main ' + selector)]
      .filter((each) => each.checkVisibility() && !each.closest('li, tr, [role=dialog]'))
      .map((each) => each.getAttribute('aria-label') || each.textContent.trim())
    const primary = seen('.bg-accent.text-on-accent.font-semibold:is(a, button)')
    const back = seen(':is(a, button)').filter((label) => /^(Back|Atrás|Volver)$/.test(label))
    return [
      ...(primary.length > 1 ? ['several primary ways on: ' + primary.join(' | ')] : []),
      ...(back.length > 1 ? ['several ways back: ' + back.join(' | ')] : []),
    ]
  })()`)
}

async function examine(page: Page, rules?: readonly string[]): Promise<string[]> {
  const only = rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS }
  // No user scaling is the user's own wish: docs/decisions/0005-no-user-scaling.md.
  const options = {
    runOnly: only,
    resultTypes: ['violations'],
    ...(rules ? {} : { rules: { 'meta-viewport': { enabled: false } } }),
  }
  const found = await page.evaluate<Finding[]>(`axe.run(document, ${JSON.stringify(options)}).then((result) =>
    result.violations.flatMap((violation) => violation.nodes.map((node) => ({
      rule: violation.id + ': ' + node.any.concat(node.all, node.none).map((check) => check.message).join(' '),
      at: node.html.slice(0, 160),
    }))))`)
  return found.map(({ rule, at }) => `${rule} – ${at}`)
}
