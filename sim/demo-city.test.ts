import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApprovalId, toId } from '#domain/ids.ts'
import {
  addDays,
  DEFAULT_TIME_ZONE,
  dateAt,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  parseInstant,
} from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#testing/cast.ts'
import { buildDemoCity } from './demo-city.ts'
import { checkBooks, checkInvariants } from './invariants.ts'
import type { Outside } from './outside.ts'

/** A Saturday in Denver, before anybody is up: there is something to see at any hour. */
const NOW = parseInstant('2026-11-21T08:20:00Z')
const TODAY = dateAt(NOW, DEFAULT_TIME_ZONE)

describe('the demo city', () => {
  let demo: TestApp
  let payableSince: ReadonlyMap<string, Instant>
  let outside: Outside
  let marketId: string

  beforeAll(async () => {
    demo = await createTestApp({ start: NOW })
    const world = await buildDemoCity(demo.app, {
      seed: 7,
      now: NOW,
      zone: DEFAULT_TIME_ZONE,
      onProgress: () => {},
    })
    payableSince = world.payableSince
    outside = world.outside
    marketId = world.operator.marketId
  }, 300_000)
  afterAll(() => demo.close())

  const signIn = async (name: string): Promise<Client> => {
    const { email } = DEMO_SIGN_INS.find((each) => each.name === name)!
    const client = demo.client()
    const { status } = await client.call('POST /api/sign-in', { body: { email, password: DEMO_PASSWORD } })
    expect(status).toBe(200)
    return client
  }

  test('stands at now with nothing left to do and every rule kept', async () => {
    expect(demo.clock.now()).toBe(NOW)
    const moment = {
      seed: 7,
      replay: '',
      day: 28,
      date: TODAY,
      now: NOW,
      zone: DEFAULT_TIME_ZONE,
      marketId,
      payableSince,
      outside,
    }
    await checkInvariants(demo.app, moment)
    await checkBooks(demo.app, moment)
  })

  test('shows its operator chargebacks, a warning, a failed refund and the nights of the books', async () => {
    const operator = await signIn('Ines Keller')
    const { body: open } = await operator.call('POST /api/get-chargebacks', { body: {} })
    expect(open.chargebacks).toHaveLength(1)
    const { body: failed } = await operator.call('GET /api/failed-refunds')
    expect(failed.refunds).toMatchObject([{ amountCents: 500 }])
    const { body: nights } = await operator.call('GET /api/reconcile-runs')
    expect(nights.runs.length).toBeGreaterThan(5)
    expect(nights).toMatchObject({ openCount: 0 })
    const { body: found } = await operator.call('GET /api/reconcile-differences')
    expect(found.differences).toMatchObject([
      { state: 'explained', check: 'holds at the provider', theirsCents: 4_500, explainedBy: 'Ines Keller' },
    ])
  })

  test('has two years of violations at a complex to compare, fewer since a letter to all doors', async () => {
    const maria = await signIn('Maria Vargas')
    const { body: complexes } = await maria.call('POST /api/get-complexes', { body: {} })
    const { id } = complexes.find(({ name }) => name === 'South Platte Lofts')!
    const { body } = await maria.call('GET /api/violation-trends', { query: { id, months: 12 } })
    expect(body.count).toBeGreaterThan(40)
    expect(body.countBefore).toBeGreaterThan(body.count)
    expect(body.kinds.length).toBeGreaterThan(3)
    expect(body.months.every(({ count, countBefore }) => count > 0 && countBefore > 0)).toBe(true)
  })

  test('has codes at the buildings of its complex, and shows who passed them in the latest nights', async () => {
    const maria = await signIn('Maria Vargas')
    const { body: complexes } = await maria.call('POST /api/get-complexes', { body: {} })
    const { id: complexId } = complexes.find(({ name }) => name === 'South Platte Lofts')!
    const { body } = await maria.call('GET /api/checkpoints', { query: { complexId } })
    expect(body.checkpoints.map(({ code }) => code?.length)).toEqual([11, 11, 11])
    const { body: complex } = await maria.call('GET /api/complex', { query: { id: complexId } })
    const last = complex.pastNights.find(({ state }) => state === 'completed')!
    const { body: night } = await maria.call('GET /api/complex-night', { query: { visitId: last.visitId } })
    expect(night.buildings.filter(({ passed }) => passed !== null).length).toBeGreaterThan(1)
  })

  test('has two accounts of one person, which its operator may merge', async () => {
    const operator = await signIn('Ines Keller')
    const { id, name } = await demo.app.db
      .selectFrom('users')
      .where('email', 'like', '%.office@%')
      .select(['id', 'name'])
      .executeTakeFirstOrThrow()
    const { people } = (await operator.call('GET /api/merge-candidates', { query: { id } })).body
    expect(people).toMatchObject([{ name, alike: ['name', 'phone'] }])
    const query = { keptId: people[0]!.id, closedId: id }
    const { moves, hindrances } = (await operator.call('GET /api/account-merge', { query })).body
    expect(hindrances).toEqual([])
    expect(moves).toMatchObject({ places: 1, weeklyJobs: 1 })
  })

  test('has two accounts of one crew, too', async () => {
    const operator = await signIn('Ines Keller')
    const { id, name } = await demo.app.db
      .selectFrom('users')
      .where('email', 'like', '%.new@%')
      .where('type', '=', 'Crew')
      .select(['id', 'name'])
      .executeTakeFirstOrThrow()
    const { people } = (await operator.call('GET /api/merge-candidates', { query: { id } })).body
    expect(people).toMatchObject([{ name, alike: ['name', 'phone'] }])
    const query = { keptId: people[0]!.id, closedId: id }
    const { type, crew } = (await operator.call('GET /api/account-merge', { query })).body
    // It may be at work already: what hinders follows the hour.
    expect(type).toBe('Crew')
    expect(crew).toMatchObject({ payouts: 0 })
  })

  test('shows a refund that a colleague asked for and that waits for the operator', async () => {
    const operator = await signIn('Ines Keller')
    const { body } = await operator.call('GET /api/queue', { query: { kind: 'approvals' } })
    expect(body.items).toHaveLength(1)
    const { id } = body.items[0]!
    const { body: asked } = await operator.call('GET /api/approval', {
      query: { id: toId<ApprovalId>(id) },
    })
    expect(asked).toMatchObject({
      state: 'waiting',
      askedBy: { name: 'Sam Ortiz' },
      steps: ['approve', 'decline'],
    })
    expect(asked.amountCents).toBeGreaterThan(10_000)
  })

  test('shows invoices that are paid, open, partly credited, on their way and far too late', async () => {
    const maria = await signIn('Maria Vargas')
    const { body: own } = await maria.call('GET /api/invoices')
    expect(own.terms).toMatchObject({ companyName: 'Vargas Homes LLC', netDays: 15 })
    const invoice = await maria.call('GET /api/invoice', { query: { id: own.invoices[0]!.id } })
    expect(invoice.body.letterhead).toMatchObject({
      legalName: 'Crew Denver LLC',
      supportPhone: '+13035550142',
    })
    const states = own.invoices.map(({ state }) => state)
    expect(states).toContain('paid')
    expect(states.some((state) => state === 'open' || state === 'partly_paid')).toBe(true)
    expect(own.invoices.some(({ creditedCents, openCents }) => creditedCents > 0 && openCents > 0)).toBe(true)
    const operator = await signIn('Ines Keller')
    const { body: ageing } = await operator.call('GET /api/ageing')
    const portfolio = ageing.customers.find(({ companyName }) => companyName.startsWith('Larimer Row'))!
    const used = portfolio.openCents / portfolio.creditLimitCents!
    expect(used).toBeGreaterThan(0.9)
    expect(used).toBeLessThanOrEqual(1)
    const { body: late } = await operator.call('GET /api/market-invoices', { query: { show: 'overdue' } })
    const oldest = Math.max(...late.invoices.map(({ daysOverdue }) => daysOverdue))
    expect(oldest).toBeGreaterThanOrEqual(40)
    expect(oldest).toBeLessThan(48)
    const { body: all } = await operator.call('GET /api/market-invoices', {
      query: { customerId: portfolio.customerId },
    })
    const details = await Promise.all(
      all.invoices.map(async ({ id }) => (await operator.call('GET /api/invoice', { query: { id } })).body),
    )
    const receipts = details.flatMap((invoice) => invoice.receipts.map(({ way, state }) => `${way} ${state}`))
    expect(receipts.sort()).toEqual(['bank_account asked', 'check received'])
  })

  test('shows what Recyclops pays its crews, and that it owes a part of it', async () => {
    const operator = await signIn('Ines Keller')
    const { body } = await operator.call('GET /api/partner-statements')
    const shares = body.statements.map(({ paidCents, totalCents }) => paidCents / totalCents)
    expect(shares).toContain(1)
    expect(shares.some((share) => share > 0.5 && share < 1)).toBe(true)
    expect(body.owedCents).toBeGreaterThan(0)
    const devon = await signIn('Devon Brooks')
    const { body: earned } = await devon.call('GET /api/partner-payouts', { query: {} })
    expect(earned.lines.length).toBeGreaterThan(1)
    expect(earned.inBankCents).toBeGreaterThan(0)
  })

  test('shows its customer what was done today with photos, what comes, and what was paid', async () => {
    const maria = await signIn('Maria Vargas')
    const { body: summary } = await maria.call('GET /api/customer-summary')
    const done = summary.todayVisits.filter((visit) => visit.state === 'completed')
    expect(done.length).toBeGreaterThan(0)
    expect(summary.comingVisits.length).toBeGreaterThan(0)
    const { body: visit } = await maria.call('GET /api/visit', { query: { id: done[0]!.id } })
    expect(visit.photos.length).toBeGreaterThan(0)
    const { body: billing } = await maria.call('GET /api/billing')
    expect(billing.card?.last4).toBe('4242')
    const { body } = await maria.call('GET /api/payments')
    expect(body.payments.filter(({ state }) => state === 'paid').length).toBeGreaterThanOrEqual(3)
    const { body: commissions } = await maria.call('GET /api/commissions')
    expect(commissions.earnedCents).toBeGreaterThan(0)
  })

  test('shows its crew a day that is partly done, payouts, and routes to take', async () => {
    const devon = await signIn('Devon Brooks')
    const { body: day } = await devon.call('GET /api/day')
    const states = day.stops.map(({ state }) => state)
    expect(states.length).toBeGreaterThanOrEqual(4)
    expect(states).toContain('completed')
    expect(states.some((state) => state !== 'completed')).toBe(true)
    const { body: pay } = await devon.call('GET /api/crew-payments')
    expect(pay.payouts.some(({ state }) => state === 'paid')).toBe(true)
    const { body: open } = await devon.call('POST /api/get-job-routes')
    expect(open.recommendedRoutes.filter(({ newStopCount }) => newStopCount >= 3).length).toBeGreaterThan(0)
  })

  test('has frozen one crew and gives the operator something to look at', async () => {
    const frank = await signIn('Frank Osei')
    const { body: user } = await frank.call('GET /api/user')
    expect(Date.parse(String(user['frozen_until']))).toBeGreaterThan(NOW)
    const operator = await signIn('Ines Keller')
    for (const state of ['paid', 'declined'] as const) {
      const { body } = await operator.call('GET /api/market-payments', { query: { state } })
      expect(body.payments.length, state).toBeGreaterThan(0)
    }
  })

  test('shows its customer an order that a crew just accepted, and one that is done, tipped and rated', async () => {
    const maria = await signIn('Maria Vargas')
    const { body: list } = await maria.call('POST /api/get-on-demand-orders', { body: {} })
    const orderOf = async (progress: string) => {
      const id = list.orders.find((order) => order.progress === progress)!.id
      return (await maria.call('GET /api/on-demand-order', { query: { id } })).body
    }
    const accepted = await orderOf('accepted')
    expect(accepted.crew?.firstName).toBe('Rosa')
    expect(NOW - Date.parse(accepted.createdAt)).toBeLessThan(HOUR_MS)
    const done = await orderOf('done')
    expect(done.date).toBe(addDays(TODAY, -2))
    const visit = { id: done.visitId! }
    const { body: feedback } = await maria.call('GET /api/visit-feedback', { query: { visitId: visit.id } })
    expect(feedback).toMatchObject({ tipCents: 1_500, own: { stars: 5 }, theirs: { stars: 5 } })
    const { body: now } = await maria.call('GET /api/visit-now', { query: visit })
    expect(now.extras).toMatchObject([{ state: 'approved', amountCents: 2_500 }])
  })

  test('shows its customer a date that she moved and a holiday that moves others', async () => {
    const maria = await signIn('Maria Vargas')
    const { body } = await maria.call('POST /api/get-visits', {
      body: { from: TODAY, to: addDays(TODAY, 27), limit: 200 },
    })
    const causes = new Set(body.visits.map(({ moved }) => moved?.by))
    expect(causes).toContain('customer')
    expect(causes).toContain('holiday')
  })

  test('shows a host three calendars, one silent and two at odds, and turnovers that a crew did by its list', async () => {
    const maria = await signIn('Maria Vargas')
    const { body: properties } = await maria.call('GET /api/properties')
    const { id: propertyId } = properties.find(({ name }) => name === 'Carriage house')!
    const { body: read } = await maria.call('GET /api/stay-sources', { query: { propertyId } })
    const states = read.sources.map(({ platform, feed }) => [platform, feed?.isSilent, feed?.fault])
    expect(states).toEqual([
      ['airbnb', false, null],
      ['vrbo', false, null],
      ['booking', true, 'not_there'],
    ])
    expect(read.stays.length).toBeGreaterThan(10)
    expect(read.overlaps.length).toBeGreaterThan(0)
    const { body: turnovers } = await maria.call('GET /api/turnovers', { query: { propertyId } })
    expect(turnovers.coming.length).toBeGreaterThan(3)
    expect(turnovers.coming[0]!.crewFirstName).toBe('Rosa')
    const { rows: done } = await sql<{ marks: number }>`
      select (select count(*) from visit_mark where visit_mark.visit_id = visit.id and is_marked) as marks
      from visit where property_id = ${propertyId} and is_turnover and state = 'completed' and date >= ${addDays(TODAY, -7)}
    `.execute(demo.app.db)
    expect(done.length).toBeGreaterThan(0)
    // Four of the service and one of hers; supplies only where they run low.
    for (const { marks } of done) expect(marks).toBeGreaterThanOrEqual(5)
    const { body: jobs } = await maria.call('POST /api/get-weekly-jobs', { body: {} })
    expect(JSON.stringify(jobs)).toMatch(/month_weekday/)
    expect(JSON.stringify(jobs)).toMatch(/"every":2/)
  })

  test('keeps two filters of a host’s weekly jobs, each of which finds some of them', async () => {
    const maria = await signIn('Maria Vargas')
    const { body } = await maria.call('GET /api/job-filters')
    expect(body.filters).toHaveLength(2)
    expect(body.crews.length).toBeGreaterThan(0)
    const { body: all } = await maria.call('POST /api/get-weekly-job-ids', { body: {} })
    for (const { groupId, serviceKey, weekday } of body.filters) {
      const filter = {
        ...(groupId === null ? {} : { groupId }),
        ...(serviceKey === '' ? {} : { serviceKey }),
        ...(weekday === null ? {} : { weekday }),
      }
      const { body: found } = await maria.call('POST /api/get-weekly-job-ids', { body: filter })
      expect(found.totalCount).toBeGreaterThan(0)
      expect(found.totalCount).toBeLessThan(all.totalCount)
    }
  })

  test('mailed the host and its co-host their mornings, of what each may see', async () => {
    const mails = await demo.app.db
      .selectFrom('outbox_message')
      .where('dedupe_key', 'like', 'mail:daily_digest:%')
      .orderBy('created_at', 'desc')
      .select(['recipient', 'subject', 'body'])
      .execute()
    const lastTo = (recipient: string) => mails.find((mail) => mail.recipient === recipient)
    expect(lastTo('customer@demo.test')?.subject).toMatch(/\d visits?/)
    expect(lastTo('cohost@demo.test')?.body).toContain('— Places of ')
    expect(mails.length).toBeGreaterThan(5)
  })

  test('mailed its manager the nights of the complexes, and waits for another’s answer', async () => {
    const nights = await demo.app.db
      .selectFrom('outbox_message')
      .where('recipient', '=', 'manager@demo.test')
      .where('dedupe_key', 'like', 'mail:night_report:%')
      .select(['subject', 'attachments'])
      .execute()
    expect(nights.length).toBeGreaterThan(0)
    expect(nights.some(({ attachments }) => attachments.join().includes('proof-'))).toBe(true)
    const waiting = await demo.app.db
      .selectFrom('report_address')
      .where('confirmed_at', 'is', null)
      .select('email')
      .execute()
    expect(waiting).toEqual([{ email: 'night-desk@demo.test' }])
  })

  test('shows a host who looks after places, what they did, and an open invitation; the co-host sees only rentals', async () => {
    const customer = await signIn('Maria Vargas')
    const { people } = (await customer.call('GET /api/shares')).body
    expect(
      people.map(({ name, role, isWhole, joinedAt }) => [name, role, isWhole, joinedAt !== null]),
    ).toEqual([
      ['Hana Brandt', 'schedule', false, true],
      ['Noor Haddad', 'pay', true, false],
      ['Paul Reyes', 'all', false, true],
    ])
    const { actions } = (await customer.call('GET /api/share-actions', { query: {} })).body
    expect(actions.map(({ call, helperName }) => [call, helperName])).toEqual([
      ['POST /api/make-door-link', 'Hana Brandt'],
      ['POST /api/mark-crew', 'Hana Brandt'],
    ])
    const cohost = demo.client()
    await cohost.call('POST /api/sign-in', { body: { email: 'cohost@demo.test', password: DEMO_PASSWORD } })
    const { accounts } = (await cohost.call('GET /api/accounts')).body
    await cohost.call('POST /api/use-account', { body: { shareId: accounts[0]!.shareId } })
    const places = (await cohost.call('GET /api/properties')).body
    expect(new Set(places.map(({ groupName }) => groupName))).toEqual(new Set(['Highland rentals']))
  })

  test('shows a host bins that come only where somebody stayed, and once more after a long stay', async () => {
    const maria = await signIn('Maria Vargas')
    const { body: properties } = await maria.call('GET /api/properties')
    const { id: propertyId } = properties.find(({ name }) => name === 'Sunnyside bungalow')!
    const { body } = await maria.call('GET /api/pickups', { query: { propertyId } })
    expect([body.rule.isOn, body.hasJob, body.isReliable]).toEqual([true, true, true])
    expect(body.coming.some(({ extra }) => extra?.nights === 5)).toBe(true)
  })

  test('has offers that wait for its crew, and a round through a complex this evening', async () => {
    const devon = await signIn('Devon Brooks')
    const { body } = await devon.call('GET /api/offers')
    const waiting = body.offers.filter(({ expiresAt }) => Date.parse(expiresAt) >= NOW + 40 * MINUTE_MS)
    expect(waiting.length).toBeGreaterThan(0)
    const { body: day } = await devon.call('GET /api/day')
    const round = day.stops.find(({ serviceKey }) => serviceKey === 'valet_trash')
    expect(round?.state).toBe('confirmed')
  })

  test('gives the operator a problem with a photo and a late completion to decide, and what was decided', async () => {
    const operator = await signIn('Ines Keller')
    const { body: board } = await operator.call('GET /api/operator-board')
    const [denver] = board.markets
    expect(denver?.counts).toMatchObject({ disputes: 1, late_reports: 1, parked: 0 })
    const { body: open } = await operator.call('POST /api/get-disputes', { body: {} })
    const { body: dispute } = await operator.call('GET /api/dispute', { query: { id: open.disputes[0]!.id } })
    expect(dispute).toMatchObject({ problem: 'damage', state: 'open' })
    expect(dispute.photos).toHaveLength(1)
    const { body: decided } = await operator.call('POST /api/get-disputes', { body: { isDecided: true } })
    expect(decided.disputes.map(({ customerName }) => customerName)).toContain('Maria Vargas')
    const { body: late } = await operator.call('POST /api/get-late-completions', { body: {} })
    expect(late.lateCompletions).toMatchObject([{ reason: 'skipped', visitState: 'skipped' }])
    const { body: schedule } = await operator.call('GET /api/operator-schedule')
    expect(schedule.pushedDays).toMatchObject([{ reason: 'snow', state: 'done' }])
    expect(schedule.pushedDays[0]!.movedCount).toBeGreaterThan(0)
  })

  test('taxes two services, with one portfolio exempt, one that waits, and a period filed', async () => {
    const operator = await signIn('Ines Keller')
    const certificates = async (shown: 'asked' | 'decided') =>
      (await operator.call('GET /api/customer-tax-exemptions', { query: { shown } })).body.exemptions
    expect((await certificates('asked')).length).toBe(1)
    expect(await certificates('decided')).toMatchObject([{ standing: 'in_force', issuedBy: 'CO' }])
    const { body: rates } = await operator.call('GET /api/sales-tax-rates')
    expect(Object.keys(rates.byService).toSorted()).toEqual(['haul_away', 'valet_trash'])
    expect(rates.changes).toMatchObject([{ isComing: true, writtenBy: 'Ines Keller' }, { isComing: false }])
    const { body: last } = await operator.call('GET /api/sales-tax-report', { query: {} })
    expect(last).toMatchObject({ period: '2026-10', filing: { filedBy: 'Ines Keller' } })
    const { body: present } = await operator.call('GET /api/sales-tax-report', {
      query: { period: '2026-11' },
    })
    for (const amount of [present.exemptCents, present.untaxedCents, present.collectedCents])
      expect(amount).toBeGreaterThan(0)
  })

  test('changes a service from a day on', async () => {
    const { body } = await (await signIn('Ines Keller')).call('GET /api/service-list')
    const lawn = body.find(({ key }) => key === 'lawn')!
    expect(lawn.planned).toMatchObject([
      { minutes: lawn.minutes + 10, photosRequired: lawn.photosRequired + 1, plannedByName: 'Ines Keller' },
    ])
  })

  test('runs a second city that keeps its clocks, at its own prices, with work done and paid', async () => {
    const operator = await signIn('Ines Keller')
    const { body: cities } = await operator.call('GET /api/markets')
    const phoenix = cities.find(({ name }) => name === 'Phoenix')!
    expect(phoenix).toMatchObject({ timeZone: 'America/Phoenix', state: 'open', customers: 6, crews: 2 })
    expect(phoenix.runningJobs).toBe(6)
    const { rows } = await sql<{ done: number; late: number; cents: number; paid: number; today: number }>`
      select count(*) filter (where visit.state = 'completed') as done, count(*) filter (where visit.state = 'missed') as late,
        min(price_cents) filter (where service_key = 'bins' and price_cents is not null) as cents,
        count(*) filter (where date = ${TODAY}) as today,
        (select count(*) from payment join users as payer on payer.id = payment.customer_id
          where payer.market_id = ${phoenix.id} and payment.state = 'paid') as paid
      from visit join users on users.id = visit.customer_id where users.market_id = ${phoenix.id}
    `.execute(demo.app.db)
    expect(rows[0]!.done).toBeGreaterThanOrEqual(6)
    expect(rows[0]!.late).toBe(0)
    // $9 for coming and $1.50 for each of two bins; on a Saturday a tenth more.
    expect(rows[0]!.cents).toBe(1_320)
    expect(rows[0]!.today).toBeGreaterThan(0)
    expect(rows[0]!.paid).toBeGreaterThan(3)
    const { body: invited } = await operator.call('GET /api/staff-invitations')
    expect(invited.invitations).toMatchObject([{ name: 'Nadia Flores', cities: [{ role: 'dispatcher' }] }])
  })

  test('lets everybody in the cast hear of a few things, not of hundreds', async () => {
    for (const name of ['Maria Vargas', 'Devon Brooks', 'Ines Keller']) {
      const client = await signIn(name)
      const { body } = await client.call('GET /api/unread-notices')
      expect(body.unreadCount, name).toBeGreaterThan(0)
      expect(body.unreadCount, name).toBeLessThan(20)
    }
  })

  test('is a calm city: few visits were missed, and most that was ordered was done', async () => {
    const { rows } = await sql<{ missed: number; past: number; orders: number; found: number }>`
      select count(*) filter (where state = 'missed') as missed, count(*) as past,
        (select count(*) from on_demand_order) as orders,
        (select count(*) from on_demand_order where state not in ('nobody_found', 'missed')) as found
      from visit where date < ${TODAY} and state <> 'cancelled'
    `.execute(demo.app.db)
    const { missed, past, orders, found } = rows[0]!
    expect(past).toBeGreaterThan(150)
    expect(missed / past).toBeLessThan(0.03)
    expect(found / orders).toBeGreaterThan(0.5)
  })
})
