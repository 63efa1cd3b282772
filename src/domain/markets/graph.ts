/** A market collects addresses, then works, and may close and open again. Who lives there keeps it through all of it. */
import { decideStep, type LifecycleEdge } from '../lifecycle.ts'
import { type AlreadyDone, type Refusal, refuse } from '../refusals.ts'

export const MARKET_STATES = ['waitlist', 'open', 'closed'] as const
export type MarketState = (typeof MARKET_STATES)[number]

export const MARKET_STEPS = ['open', 'close'] as const
export type MarketStep = (typeof MARKET_STEPS)[number]

type MarketEdge = LifecycleEdge<MarketState, MarketStep, 'operator'>

export const MARKET_LIFECYCLE: readonly MarketEdge[] = [
  { transition: 'open', from: ['waitlist', 'closed'], to: 'open', mayDo: ['operator'] },
  { transition: 'close', from: ['waitlist', 'open'], to: 'closed', mayDo: ['operator'] },
]

/** What keeps a market from being closed, and what from being opened. */
export type MarketFacts = {
  readonly state: MarketState
  readonly hasArea: boolean
  readonly hasPrices: boolean
  /** Weekly jobs that were not ended before today, paused ones too, and visits still to be done. */
  readonly runningJobs: number
  readonly visitsAhead: number
}

export function decideMarketStep(facts: MarketFacts, step: MarketStep): MarketEdge | AlreadyDone | Refusal {
  const edge = decideStep(MARKET_LIFECYCLE, { transition: step, from: facts.state, by: 'operator' })
  if (!('to' in edge)) return edge
  if (edge.to === 'open' && !facts.hasArea) return refuse('market_without_area')
  if (edge.to === 'open' && !facts.hasPrices) return refuse('market_without_prices')
  if (edge.to === 'closed' && (facts.runningJobs > 0 || facts.visitsAhead > 0))
    return refuse('market_has_work')
  return edge
}
