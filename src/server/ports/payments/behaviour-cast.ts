/** Who takes part in the behaviour suite: customers with cards, charges, payees. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Cents, cents } from '#domain/money.ts'
import { instant } from '#domain/time.ts'
import type { CardSort, PaymentsUnderTest } from './behaviour-under-test.ts'
import { ProviderFailure, type ProviderFailureKind } from './failure.ts'
import type { Charge, Movement, PaymentMethod, PayoutAccount } from './port.ts'

export async function newCustomer({ payments }: PaymentsUnderTest): Promise<string> {
  const reference = randomUUID()
  const { customerId } = await payments.createCustomer({
    key: randomUUID(),
    email: 'customer@example.test',
    name: 'A customer',
    reference,
  })
  return customerId
}

/** A form of a customer's with a card typed into it. */
export async function filledForm(
  under: PaymentsUnderTest,
  customerId: string,
  card: CardSort,
): Promise<string> {
  const isBank = card === 'bankAccount' || card === 'returnsDebits'
  const kinds = isBank ? (['card', 'bank_account'] as const) : (['card'] as const)
  const setup = await under.payments.createMethodSetup({ key: randomUUID(), customerId, kinds })
  await under.owner.fillSetup(setup, card)
  return setup.setupToken
}

export async function customerWithCard(
  under: PaymentsUnderTest,
  card: CardSort = 'good',
): Promise<{ customerId: string; method: PaymentMethod; methodId: string }> {
  const customerId = await newCustomer(under)
  const setupToken = await filledForm(under, customerId, card)
  const saved = await under.payments.saveMethod({ key: randomUUID(), customerId, setupToken })
  if (saved.state !== 'saved') throw new Error(`the card was not saved: ${saved.state}`)
  return { customerId, method: saved.method, methodId: saved.method.methodId }
}

export function usd(amountCents: number): { amountCents: Cents; currency: 'usd' } {
  return { amountCents: cents(amountCents), currency: 'usd' }
}

type Asked = Parameters<PaymentsUnderTest['payments']['createCharge']>[0]

export async function chargeOf(
  under: PaymentsUnderTest,
  amountCents: number,
  card?: CardSort,
): Promise<Asked> {
  const { customerId, methodId } = await customerWithCard(under, card)
  return { key: randomUUID(), customerId, methodId, ...usd(amountCents), reference: randomUUID(), attempt: 1 }
}

/** Created and confirmed, without the customer. */
export async function charged(
  under: PaymentsUnderTest,
  amountCents: number,
  card?: CardSort,
): Promise<Charge> {
  const { intentId } = await under.payments.createCharge(await chargeOf(under, amountCents, card))
  return under.payments.confirmCharge({ key: randomUUID(), intentId, isOffSession: true })
}

export async function payee(under: PaymentsUnderTest, bank?: 'good' | 'notInstant'): Promise<PayoutAccount> {
  const { accountId } = await under.payments.createPayoutAccount({
    key: randomUUID(),
    email: 'crew@example.test',
    reference: randomUUID(),
  })
  await under.owner.makeReady(accountId, bank)
  return (await under.payments.readPayoutAccount(accountId))!
}

export async function movementsOf({ payments }: PaymentsUnderTest, ids: readonly string[]) {
  const found: Movement[] = []
  for await (const movement of payments.listMovements(instant(0)))
    if (movement.objectId !== null && ids.includes(movement.objectId)) found.push(movement)
  return found
}

export async function expectFailure(call: Promise<unknown>, kind: ProviderFailureKind): Promise<void> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ProviderFailure)
  expect(error).toMatchObject({ kind })
}

/** A call whose answer is lost after it took effect. */
export async function losingAnswer(
  under: PaymentsUnderTest,
  operation: string,
  call: () => Promise<unknown>,
): Promise<void> {
  under.owner.breakNext(operation, 'after')
  await expectFailure(call(), 'unavailable')
}
