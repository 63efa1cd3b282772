/** What goes wrong at the payment provider, by seeded chance. */
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { demoBankOf } from '#server/ports/bank/embedded.ts'
import type { Ports } from '#server/ports/port.ts'
import type { Chance } from './chance.ts'

export type FaultRates = {
  /** Of a call to the provider, before it has an effect and after. */
  readonly lineBreaks: number
  readonly declinesCharge: number
  /** Of a refund, before it arrives; and two days after. */
  readonly failsRefund: number
  readonly returnsRefund: number
  /** Of a transfer, because the provider has stopped the crew's account. */
  readonly failsTransfer: number
  /** Of a bank payout, because the crew's bank account is closed. */
  readonly failsPayout: number
  /** Of a bank payout that had arrived, two days after. */
  readonly returnsPayout: number
  /** Of a webhook. */
  readonly isRepeated: number
  readonly isLost: number
  /** Of a day, on which charges and bank payouts take a while; on which banks take days for everything. */
  readonly isSlowDay: number
  readonly isVerySlowDay: number
  /** Of a day, after which the provider remembers no key. */
  readonly forgetsKeys: number
  /** Of a day, on which our balance at the provider is too short for what no charge brought. */
  readonly isShortDay: number
  /** Of a day, on which the machine dies at some statement. */
  readonly diesOnDay: number
}

export const ROUGH_FAULTS: FaultRates = {
  lineBreaks: 0.03,
  declinesCharge: 0.02,
  failsRefund: 0.08,
  returnsRefund: 0.05,
  failsTransfer: 0.01,
  failsPayout: 0.02,
  returnsPayout: 0.01,
  isRepeated: 0.2,
  isLost: 0.1,
  isSlowDay: 0.15,
  isVerySlowDay: 0.08,
  forgetsKeys: 0.3,
  isShortDay: 0.05,
  diesOnDay: 0.35,
}

/** The same call asked again meets another fate: `tries` counts how often each was asked. */
export function arrangeFaults(
  ports: Ports,
  rates: FaultRates,
  chance: Chance,
  tries: Map<string, number>,
): void {
  const { faults } = demoBankOf(ports.payments)
  const again = (name: string) => {
    const count = (tries.get(name) ?? 0) + 1
    tries.set(name, count)
    return count
  }
  faults.breaksLine = ({ operation, moment, key }) => {
    // By whose it is: what follows in a key may hold a token, which is another one in every run, as is the provider's
    // own id by which things are read.
    const whose = key.includes(':') ? key.split(':').slice(0, 2).join(':') : ''
    const name = `${operation} ${moment} ${whose}`
    return chance.happens(rates.lineBreaks, name, again(name))
  }
  faults.declineCharge = ({ key }) =>
    chance.happens(rates.declinesCharge, 'decline', key) ? 'insufficient_funds' : null
  faults.failRefund = ({ key }) =>
    chance.happens(rates.failsRefund, 'refund', key) ? 'expired_or_canceled_card' : null
  faults.returnRefund = ({ key }) =>
    chance.happens(rates.returnsRefund, 'refund returned', key)
      ? { afterMs: 2 * DAY_MS, failure: 'lost_or_stolen_card' }
      : null
  faults.failTransfer = ({ key }) =>
    chance.happens(rates.failsTransfer, 'transfer', key) ? 'account_invalid' : null
  faults.failPayout = ({ key }) =>
    chance.happens(rates.failsPayout, 'payout', key) ? 'account_closed' : null
  faults.returnPayout = ({ key }) =>
    chance.happens(rates.returnsPayout, 'return', key)
      ? { afterMs: 2 * DAY_MS, failure: 'account_closed' }
      : null
  faults.deliver = (due) => {
    const round = again('deliver')
    const delivered = due.flatMap((delivery, index) => {
      if (chance.happens(rates.isLost, 'lost', round, index)) return []
      return chance.happens(rates.isRepeated, 'repeated', round, index) ? [delivery, delivery] : [delivery]
    })
    return delivered.reverse()
  }
}

export async function arrangeDay(
  ports: Ports,
  rates: FaultRates,
  chance: Chance,
  day: number,
): Promise<void> {
  const bank = demoBankOf(ports.payments)
  const { faults } = bank
  if (chance.happens(rates.forgetsKeys, 'forgets keys', day)) await bank.forgetKeys()
  const isSlow = chance.happens(rates.isSlowDay, 'slow day', day)
  const isVerySlow = chance.happens(rates.isVerySlowDay, 'very slow day', day)
  faults.chargeDelayMs = isVerySlow ? 2.5 * DAY_MS : isSlow ? 25 * MINUTE_MS : 0
  faults.payoutDelayMs = isVerySlow ? 2 * DAY_MS : isSlow ? 90 * MINUTE_MS : 0
  faults.refundDelayMs = isVerySlow ? 3 * DAY_MS : isSlow ? 20 * 60 * MINUTE_MS : 0
  faults.feeDelayMs = isSlow ? 45 * MINUTE_MS : 0
  const isShort = chance.happens(rates.isShortDay, 'short day', day)
  faults.isBalanceShort = () => isShort
}
