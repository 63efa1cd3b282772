import { expect, test } from 'vitest'
import { parseInstant } from '#domain/time.ts'
import { newDatabase } from '#testing/database.ts'
import { createDemoBank } from '../ports/bank/embedded.ts'
import { createVirtualClock } from '../ports/clock/embedded.ts'
import { createMigratedSchema, migrate, readTexts } from './migrate.ts'

const NOW = parseInstant('2026-03-10T12:00:00Z')
const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`

/** As the embedded provider and our payouts were before transfers stood apart from bank payouts. */
const BEFORE = `
  set session_replication_role = replica;
  insert into demo_bank_object (id, kind, idempotency_key, request_hash, state, amount_cents, parent_id, data, created_at) values
    ('cus_1', 'customer', 'customer:c', '\\x00', 'open', 0, null, '{"email": "a@example.test", "name": "A"}', '2026-03-01'),
    ('tok_1', 'token', 'token:t', null, 'used', 0, null, '{}', '2026-03-01'),
    ('pm_1', 'method', null, null, 'attached', 0, 'cus_1', '{"brand": "visa", "last4": "4242", "expiresMonth": 12,
      "expiresYear": 2030, "fingerprint": "f", "declinesSaving": null, "declinesCharges": null}', '2026-03-01'),
    ('pi_1', 'intent', null, null, 'succeeded', 2000, 'pm_1', '{"reference": "paid", "decline": null, "endsAs": "succeeded",
      "endsAt": 1772323200000}', '2026-03-01'),
    ('pi_2', 'intent', null, null, 'held', 9000, 'pm_1', '{"reference": "held", "decline": null,
      "heldUntil": 1773403200000}', '2026-03-09'),
    ('pi_3', 'intent', null, null, 'requires_action', 700, 'pm_1', '{"reference": "asked",
      "decline": "authentication_required", "endsAs": "requires_action", "endsAt": 1772323200000}', '2026-03-01'),
    ('re_1', 'refund', null, null, 'succeeded', 300, 'pi_1', '{}', '2026-03-02'),
    ('acct_1', 'account', null, null, 'ready', 0, null, '{"email": "c@example.test", "legalName": "C", "last4": "6789"}', '2026-03-01'),
    ('po_1', 'payout', null, null, 'paid', 1400, 'acct_1', '{"reference": "${id(1)}", "failure": null, "endsAs": "paid",
      "endsAt": 1772582400000}', '2026-03-04'),
    ('po_2', 'payout', null, null, 'failed', 600, 'acct_1', '{"reference": "${id(2)}", "failure": "account_closed",
      "endsAs": "failed", "endsAt": 1772582400000}', '2026-03-04'),
    ('po_3', 'payout', null, null, 'sending', 500, 'acct_1', '{"reference": "${id(3)}", "failure": null, "endsAs": "paid",
      "endsAt": 1773147600000}', '2026-03-10');
  insert into payout (id, crew_id, period_start, period_end, state, amount_cents, provider_account_id, provider_payout_id, created_at, paid_at) values
    ('${id(1)}', '${id(9)}', '2026-02-25', '2026-03-03', 'paid', 1400, 'acct_1', 'po_1', '2026-03-04', '2026-03-04'),
    ('${id(2)}', '${id(8)}', '2026-02-25', '2026-03-03', 'failed', 600, 'acct_1', 'po_2', '2026-03-04', null),
    ('${id(3)}', '${id(9)}', '2026-03-04', '2026-03-10', 'sending', 500, 'acct_1', 'po_3', '2026-03-10', null),
    ('${id(4)}', '${id(8)}', '2026-03-04', '2026-03-10', 'sending', 300, 'acct_1', null, '2026-03-10', null);
  set session_replication_role = origin;
`

test('payouts of the past become transfers and bank payouts, and the embedded provider goes on from there', async () => {
  const { db, pool } = await newDatabase({ isEmpty: true, statementTimeoutMs: 0 })
  const names = Object.keys(await readTexts()).filter((name) => name < '0028')
  const client = await pool.connect()
  await client.query('begin')
  await createMigratedSchema(client, names)
  await client.query(BEFORE)
  await client.query('commit')
  client.release()
  await migrate(db)

  const payouts = await db.selectFrom('payout').orderBy('id').select(['state', 'bank_number']).execute()
  expect(payouts).toEqual([
    { state: 'paid', bank_number: 1 },
    { state: 'failed', bank_number: 1 },
    { state: 'in_transit', bank_number: 1 },
    { state: 'sending', bank_number: 0 },
  ])
  const transfers = await db
    .selectFrom('payout_transfer')
    .orderBy('payout_id')
    .select(['state', 'provider_transfer_id', 'ask_number'])
    .execute()
  expect(transfers).toEqual([
    { state: 'made', provider_transfer_id: 'tr_1', ask_number: 0 },
    { state: 'reversed', provider_transfer_id: 'tr_2', ask_number: 0 },
    { state: 'made', provider_transfer_id: 'tr_3', ask_number: 0 },
    { state: 'waiting', provider_transfer_id: null, ask_number: 1 },
  ])

  const clock = createVirtualClock(NOW)
  const bank = createDemoBank({ db, clock, secret: 'a-secret-of-the-test', origin: 'http://localhost:3000' })
  expect(await bank.readMethod('pm_1')).toMatchObject({ brand: 'visa', last4: '4242' })
  expect(await bank.readCharge('pi_1')).toMatchObject({
    state: 'succeeded',
    refundedCents: 300,
    feeCents: 88,
  })
  expect(await bank.readHold('pi_2')).toMatchObject({ state: 'held', reference: 'held' })
  expect(await bank.readCharge('pi_3')).toMatchObject({ state: 'declined' })
  expect(await bank.readPayoutAccount('acct_1')).toMatchObject({ state: 'ready', bank: { last4: '6789' } })
  const bankPayout = (payoutId: string) => bank.readBankPayout({ accountId: 'acct_1', payoutId })
  expect(await bankPayout('po_1')).toMatchObject({ state: 'paid', reference: `${id(1)}:bank:1` })
  expect(await bankPayout('po_2')).toMatchObject({ state: 'failed', failure: 'account_closed' })
  expect(await bankPayout('po_3')).toMatchObject({ state: 'in_transit' })
  clock.set(parseInstant('2026-03-14T12:00:00Z'))
  expect(await bankPayout('po_3')).toMatchObject({ state: 'paid' })
  expect(await bank.readHold('pi_2')).toMatchObject({ state: 'expired' })
  expect((await bank.readBalance()).availableCents).toBe(2_000 - 88 - 300 - 1_400 - 500)
})
