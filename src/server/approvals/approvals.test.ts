/** What is more than one may give back alone waits for a second person, is done once, and cannot be split around. */
import { describe, expect, it } from 'vitest'
import type { ApprovalId, PaymentId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { HOUR_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import type { Client } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, openMoneyTest, saveTestCard } from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

describe('a large refund', () => {
  it('is refused to one person alone, goes out once another approves it, and both are in the log', async () => {
    const { test, ann, bob, paymentId, customer } = await openLimited()
    const alone = await refund(ann, paymentId, 1_001)
    expect([alone.status, alone.failure.code]).toEqual([409, 'second_person_needed'])
    expect(await refundedCents(test, paymentId)).toBe(0)
    const approvalId = await askFor(ann, paymentId, 1_500)
    expect(await refundedCents(test, paymentId)).toBe(0)
    const seen = (client: Client) => client.call('GET /api/approval', { query: { id: approvalId } })
    expect((await seen(bob)).body).toMatchObject({
      state: 'waiting',
      amountCents: 1_500,
      askedBy: { name: 'Ann Lee' },
      customer: { name: 'Pat Miller' },
      reason: 'Rain all week',
      steps: ['approve', 'decline'],
    })
    expect((await seen(ann)).body.steps).toEqual(['withdraw'])
    expect((await decide(ann, approvalId)).failure.code).toBe('own_approval')
    expect((await decide(bob, approvalId)).body).toEqual({ state: 'approved' })
    expect(await refundedCents(test, paymentId)).toBe(1_500)
    expect((await decide(bob, approvalId)).failure.code).toBe('approval_decided')
    const entries = await test.app.db
      .selectFrom('audit_entry')
      .where('action', 'in', ['ask_approval', 'approve_request', 'refund_payment'])
      .orderBy('id')
      .select(['action', 'actor_id'])
      .execute()
    expect(entries).toEqual([
      { action: 'ask_approval', actor_id: ann.userId },
      { action: 'refund_payment', actor_id: bob.userId },
      { action: 'approve_request', actor_id: bob.userId },
    ])
    expect(await titlesTo(test, bob)).toContain('$15 waits for your approval')
    expect(await titlesTo(test, ann)).toContain('$15 was approved')
    expect(await titlesTo(test, { userId: customer.userId })).not.toContain('$15 was approved')
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('counts with what was given before on the same day, whoever gave it, and not with what two decided', async () => {
    const { test, ann, bob, paymentId } = await openLimited()
    expect((await refund(ann, paymentId, 600)).status).toBe(200)
    expect((await refund(bob, paymentId, 401)).failure.code).toBe('second_person_needed')
    const body = { customerId: ann.customerId, kind: 'given' as const, amountCents: 401, reason: 'Sorry' }
    expect((await bob.call('POST /api/change-credit', { body })).failure.code).toBe('second_person_needed')
    expect((await decide(bob, await askFor(ann, paymentId, 900))).status).toBe(200)
    expect((await refund(bob, paymentId, 400)).status).toBe(200)
    await test.jumpTo(instant(MONDAY_RUN + 26 * HOUR_MS))
    expect((await bob.call('POST /api/change-credit', { body })).status).toBe(200)
    await test.close()
  })

  it('of eight small ones at once lets no more through than one may give', async () => {
    const { test, ann, bob, paymentId } = await openLimited()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => refund(index % 2 === 0 ? ann : bob, paymentId, 300)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await refundedCents(test, paymentId)).toBe(900)
    await test.close()
  })

  it('of two ways out at once lets one through', async () => {
    const { test, ann, bob, paymentId } = await openLimited()
    const wish = { customerId: ann.customerId, kind: 'given' as const, amountCents: 600, reason: 'Sorry' }
    const answers = await Promise.all([
      refund(ann, paymentId, 600),
      bob.call('POST /api/change-credit', { body: wish }),
      refund(bob, paymentId, 600),
      ann.call('POST /api/change-credit', { body: wish }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    await test.close()
  })
})

describe('a request', () => {
  it('is refused at once where nobody else may approve it, with what to do', async () => {
    const { test, ann, cleo, paymentId } = await openLimited()
    const others = test.app.db.updateTable('users').where('type', '=', 'Operator')
    await others.set({ staff_role: 'reader' }).where('id', '<>', ann.userId).execute()
    const { status, failure } = await ask(ann, paymentId, 1_500)
    expect([status, failure.code, failure.error]).toEqual([
      409,
      'no_second_person',
      'Nobody else here may approve this. Invite somebody who may, or raise the limit.',
    ])
    await others.set({ staff_role: 'support' }).where('id', '=', cleo.userId).execute()
    expect((await ask(ann, paymentId, 1_500)).status).toBe(200)
    await test.close()
  })

  it('is decided once when approvals and a decline race', async () => {
    const { test, ann, bob, cleo, paymentId } = await openLimited()
    const approvalId = await askFor(ann, paymentId, 1_500)
    const answers = await Promise.all([
      decide(bob, approvalId),
      decide(cleo, approvalId),
      decide(cleo, approvalId, 'decline', 'Not owed'),
      decide(bob, approvalId, 'decline', 'Not owed'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const state = answers.find(({ status }) => status === 200)!.body.state
    expect(await refundedCents(test, paymentId)).toBe(state === 'approved' ? 1_500 : 0)
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('waits once for each payment, also when asked at once, and can be taken back by who asked', async () => {
    const { test, ann, bob, paymentId } = await openLimited()
    const asked = await Promise.all([ask(ann, paymentId, 1_500), ask(bob, paymentId, 1_200)])
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const index = asked.findIndex(({ status }) => status === 200)
    const [own, other] = index === 0 ? [ann, bob] : [bob, ann]
    const { approvalId } = asked[index]!.body
    expect((await decide(other, approvalId, 'withdraw')).status).toBe(403)
    expect((await decide(own, approvalId, 'withdraw')).body.state).toBe('withdrawn')
    expect((await ask(ann, paymentId, 1_200)).status).toBe(200)
    const { body } = await ann.call('GET /api/payment-approvals', { query: { paymentId } })
    expect(body.approvals.map(({ state }) => state)).toEqual(['waiting', 'withdrawn'])
    await test.close()
  })

  it('is declined with a reason only, of which the asker is notified', async () => {
    const { test, ann, bob, paymentId } = await openLimited()
    const approvalId = await askFor(ann, paymentId, 1_500)
    expect((await decide(bob, approvalId, 'decline')).failure.code).toBe('reason_missing')
    expect((await decide(bob, approvalId, 'decline', 'It was dry')).body.state).toBe('declined')
    expect(await titlesTo(test, ann)).toContain('$15 was declined')
    expect(await refundedCents(test, paymentId)).toBe(0)
    await test.close()
  })

  it('expires, leaves the queue, and tells who asked', async () => {
    const { test, ann, bob, paymentId } = await openLimited()
    const approvalId = await askFor(ann, paymentId, 1_500)
    const queued = async () =>
      (await bob.call('GET /api/queue', { query: { kind: 'approvals' } })).body.items.map(({ id }) => id)
    expect(await queued()).toEqual([approvalId])
    await test.jumpTo(instant(MONDAY_RUN + 73 * HOUR_MS))
    expect(await queued()).toEqual([])
    expect((await decide(bob, approvalId)).failure.code).toBe('approval_decided')
    const { body } = await ann.call('GET /api/approval', { query: { id: approvalId } })
    expect(body).toMatchObject({ state: 'expired', steps: [], decidedBy: null })
    expect(await titlesTo(test, ann)).toContain('Nobody approved $15 in time')
    await test.close()
  })

  it('is tried out when it is asked: what cannot be given back is refused then, and nothing stays of it', async () => {
    const { test, ann, paymentId } = await openLimited()
    expect((await ask(ann, paymentId, 2_001)).failure.code).toBe('refund_above_paid')
    await ask(ann, paymentId, 2_000)
    expect(await test.app.db.selectFrom('refund').select('id').execute()).toEqual([])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('is nobody’s who may not give money back, nor of another city', async () => {
    const { test, ann, paymentId } = await openLimited()
    const approvalId = await askFor(ann, paymentId, 1_500)
    const dispatcher = await signedIn(test, await buildOperator(test.app, { staffRole: 'dispatcher' }))
    expect((await decide(dispatcher, approvalId)).status).toBe(403)
    await test.app.db
      .insertInto('market')
      .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
      .execute()
    const { userId } = await buildOperator(test.app)
    await test.app.db.updateTable('users').set({ market_id: 'boise' }).where('id', '=', userId).execute()
    const far = await signedIn(test, { userId })
    expect((await decide(far, approvalId)).status).toBe(404)
    const support = await signedIn(test, await buildOperator(test.app, { staffRole: 'support' }))
    const warned = { kind: 'fraud_warning' as const, warningId: 'issfr_1', reason: 'Stolen' }
    expect((await support.call('POST /api/ask-approval', { body: warned })).failure.code).toBe('role_forbids')
    await test.close()
  })
})

describe('every other way out', () => {
  it('waits, too: credit by hand', async () => {
    const { test, ann, bob } = await openLimited()
    const { customerId } = ann
    const wish = { customerId, amountCents: 1_500, reason: 'Sorry' }
    const alone = await ann.call('POST /api/change-credit', { body: { ...wish, kind: 'given' } })
    expect(alone.failure.code).toBe('second_person_needed')
    const { body } = await ann.call('POST /api/ask-approval', { body: { ...wish, kind: 'credit' } })
    const decided = await decide(bob, body.approvalId)
    expect(decided.body.state).toBe('approved')
    const { changes } = (await ann.call('GET /api/credit-changes', { query: {} })).body
    expect(changes).toMatchObject([{ amountCents: 1_500, reason: 'Sorry', operatorName: 'Bob Ray' }])
    await test.close()
  })

  it('waits, too: a dispute', async () => {
    const { test, ann, bob, asCustomer, visitId } = await openLimited()
    const opened = await asCustomer.call('POST /api/open-dispute', {
      body: { visitId, problem: 'not_done', note: 'Nobody came at all.' },
    })
    expect(opened.status).toBe(200)
    const { disputeId } = opened.body
    const decision = { disputeId, note: 'Nobody came.', amountCents: 1_500, takesBackCrewPay: false }
    const alone = await ann.call('POST /api/decide-dispute', {
      body: { ...decision, amountCents: cents(1_500), decision: 'refund' },
    })
    expect(alone.failure.code).toBe('second_person_needed')
    const { body } = await ann.call('POST /api/ask-approval', { body: { ...decision, kind: 'dispute' } })
    expect((await decide(bob, body.approvalId)).body.state).toBe('approved')
    const dispute = await ann.call('GET /api/dispute', { query: { id: disputeId } })
    expect(dispute.body).toMatchObject({ state: 'refunded' })
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('waits, too: the answer to a warning of fraud', async () => {
    const { test, ann, bob, paymentId } = await openLimited()
    const { provider_intent_id: intentId } = await test.app.db
      .selectFrom('payment')
      .where('id', '=', paymentId)
      .select('provider_intent_id')
      .executeTakeFirstOrThrow()
    const { warningId } = await test.bank.warnOfFraud({ intentId: intentId! })
    await test.jumpTo(instant(MONDAY_RUN + HOUR_MS))
    const alone = await ann.call('POST /api/answer-fraud-warning', { body: { warningId, answer: 'refund' } })
    expect(alone.failure.code).toBe('second_person_needed')
    const { body } = await ann.call('POST /api/ask-approval', {
      body: { kind: 'fraud_warning', warningId, reason: 'A stolen card' },
    })
    expect(body.amountCents).toBe(2_000)
    expect((await decide(bob, body.approvalId)).body.state).toBe('approved')
    expect(await refundedCents(test, paymentId)).toBe(2_000)
    await test.close()
  })

  it('gives no more than was asked for, where more is left by then', async () => {
    const { test, ann, bob, paymentId } = await openLimited()
    const { provider_intent_id: intentId } = await test.app.db
      .selectFrom('payment')
      .where('id', '=', paymentId)
      .select('provider_intent_id')
      .executeTakeFirstOrThrow()
    const { warningId } = await test.bank.warnOfFraud({ intentId: intentId! })
    await test.jumpTo(instant(MONDAY_RUN + HOUR_MS))
    const { body } = await ann.call('POST /api/ask-approval', {
      body: { kind: 'fraud_warning', warningId, reason: 'A stolen card' },
    })
    // As if a part had been given back then, and had come back since.
    await test.app.db
      .updateTable('approval')
      .set({ amount_cents: cents(1_400) })
      .where('id', '=', body.approvalId)
      .execute()
    expect((await decide(bob, body.approvalId)).failure.code).toBe('approval_changed')
    expect(await refundedCents(test, paymentId)).toBe(0)
    await test.close()
  })
})

type Test = Awaited<ReturnType<typeof openLimited>>['test']

/** One visit for $20 paid on Monday; one person alone may give back $10. */
async function openLimited() {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app, { name: 'Pat Miller' })
  const crew = await buildCrew(test.app)
  const asCustomer = await signedIn(test, customer)
  await saveTestCard(asCustomer)
  const { visitId } = await buildCompletedVisit(test.app, {
    customerId: customer.userId,
    crewId: crew.userId,
    date: localDate('2026-03-08'),
    completedAt: instant(MONDAY_RUN - 20 * HOUR_MS),
  })
  await test.jumpTo(MONDAY_RUN)
  const { body } = await asCustomer.call('GET /api/payments')
  const operator = async (name: string) => {
    const built = await buildOperator(test.app, { name })
    const client = await signedIn(test, built)
    return Object.assign(client, { userId: built.userId, customerId: customer.userId })
  }
  const ann = await operator('Ann Lee')
  await ann.call('POST /api/set-setting', {
    body: { key: 'secondPersonAboveCents', value: 1_000, marketId: 'denver', inForceFrom: null },
  })
  return {
    test,
    customer,
    asCustomer,
    visitId,
    ann,
    bob: await operator('Bob Ray'),
    cleo: await operator('Cleo Fox'),
    paymentId: body.payments[0]!.id,
  }
}

function refund(client: Client, paymentId: PaymentId, amountCents: number) {
  const body = { paymentId, amountCents, reason: 'Rain all week' }
  return client.call('POST /api/refund-payment', { body })
}

function ask(client: Client, paymentId: PaymentId, amountCents: number) {
  const body = { kind: 'refund' as const, paymentId, amountCents, reason: 'Rain all week' }
  return client.call('POST /api/ask-approval', { body })
}

async function askFor(client: Client, paymentId: PaymentId, amountCents: number) {
  const { body } = await ask(client, paymentId, amountCents)
  return body.approvalId
}

function decide(
  client: Client,
  approvalId: ApprovalId,
  step: 'approve' | 'decline' | 'withdraw' = 'approve',
  note = '',
) {
  return client.call('POST /api/decide-approval', { body: { approvalId, step, note } })
}

async function refundedCents({ app }: Test, paymentId: PaymentId): Promise<number> {
  const row = await app.db
    .selectFrom('payment')
    .where('id', '=', paymentId)
    .select('refunded_cents')
    .executeTakeFirstOrThrow()
  return row.refunded_cents
}

async function titlesTo({ app }: Test, { userId }: { userId: UserId }) {
  const rows = await app.db.selectFrom('notice').where('user_id', '=', userId).select('title').execute()
  return rows.map(({ title }) => title)
}
