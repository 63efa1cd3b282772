/**
 * A code is made of its token and the house's secret. It stands nowhere: what the database holds tells nobody a code,
 * and one that is sent again is the same, so that it does not matter which of two messages comes first.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, DEMO_CODE } from '#domain/accounts/sign-in-code.ts'
import type { App } from '../app.ts'

export function codeOf({ config }: App, tokenHash: Buffer): string {
  if (config.wantsDemo) return DEMO_CODE
  const bits = createHmac('sha256', config.secret).update('sign-in-code:').update(tokenHash).digest()
  return String(bits.readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

export function isCodeOf(app: App, tokenHash: Buffer, given: string): boolean {
  const [right, tried] = [Buffer.from(codeOf(app, tokenHash)), Buffer.from(given)]
  return right.length === tried.length && timingSafeEqual(right, tried)
}
