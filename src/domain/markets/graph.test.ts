import { expect, test } from 'vitest'
import { decideMarketStep, MARKET_LIFECYCLE, MARKET_STATES, MARKET_STEPS, type MarketFacts } from './graph.ts'

const facts: MarketFacts = {
  state: 'waitlist',
  hasArea: true,
  hasPrices: true,
  runningJobs: 0,
  visitsAhead: 0,
}

const WALKS = MARKET_STATES.flatMap((state) => MARKET_STEPS.map((step) => [state, step] as const))

test.each(WALKS)('from %s it is asked to %s: as the graph has it', (state, step) => {
  const edge = MARKET_LIFECYCLE.find((each) => each.transition === step && each.from.includes(state))
  expect(decideMarketStep({ ...facts, state }, step)).toEqual(edge ?? { alreadyDone: true })
})

test.each<[string, Partial<MarketFacts>, 'open' | 'close', string]>([
  ['opens without an area', { hasArea: false }, 'open', 'market_without_area'],
  ['opens without a price', { hasPrices: false }, 'open', 'market_without_prices'],
  ['closes while a weekly job runs', { state: 'open', runningJobs: 1 }, 'close', 'market_has_work'],
  ['closes before the last visit', { state: 'open', visitsAhead: 1 }, 'close', 'market_has_work'],
])('no market %s', (_what, more, step, refused) => {
  expect(decideMarketStep({ ...facts, ...more }, step)).toEqual({ refused })
})
