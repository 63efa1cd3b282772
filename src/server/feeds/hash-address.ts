/** Whoever has a feed's address reads the calendar: it is kept sealed, and known again by its hash. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { StaySourceId } from '#domain/ids.ts'
import type { Config } from '../config.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export function hashAddress(config: Config, url: string): string {
  return createHmac('sha256', keyOf(config)).update(url).digest('hex')
}

/** For one source alone: sealed for another it does not open. */
export function sealAddress(config: Config, sourceId: StaySourceId, url: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), nonce).setAAD(Buffer.from(sourceId))
  return Buffer.concat([nonce, cipher.update(url, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Throws where the house's secret is another than when it was sealed. */
export function unsealAddress(config: Config, sourceId: StaySourceId, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(sourceId)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8')
}

function keyOf({ secret }: Config): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'stay-feed', 32))
}
