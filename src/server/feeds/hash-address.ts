/** Whoever has a feed's address reads the calendar: it is kept sealed, and known again by its hash. */
import { createHmac } from 'node:crypto'
import type { StaySourceId } from '#domain/ids.ts'
import type { Config } from '../config.ts'
import { keyOf, seal, unseal } from '../seal.ts'

const PURPOSE = 'stay-feed'

export function hashAddress(config: Config, url: string): string {
  return createHmac('sha256', keyOf(config, PURPOSE)).update(url).digest('hex')
}

/** For one source alone: sealed for another it does not open. */
export function sealAddress(config: Config, sourceId: StaySourceId, url: string): Buffer {
  return seal(config, { purpose: PURPOSE, owner: sourceId }, Buffer.from(url))
}

/** Throws where the house's secret is another than when it was sealed. */
export function unsealAddress(config: Config, sourceId: StaySourceId, sealed: Buffer): string {
  return unseal(config, { purpose: PURPOSE, owner: sourceId }, sealed).toString()
}
