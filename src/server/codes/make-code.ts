/**
 * A code is made of its token and the house's secret. It stands nowhere: what the database holds tells nobody a code,
 * and one that is sent again is the same, so that it does not matter which of two messages comes first.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, DEMO_CODE } from '#domain/accounts/sign-in-code.ts'
import type { App } from '../app.ts'

export function codeOf({ config }: App, tokenHash: Buffer): string {
  return codeBy(config, config.secret, tokenHash)
}

function codeBy({ wantsDemo }: App['config'], secret: string, tokenHash: Buffer): string {
  if (wantsDemo) return DEMO_CODE
  const bits = createHmac('sha256', secret).update('sign-in-code:').update(tokenHash).digest()
  return String(bits.readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

/** Also one that was sent before the house's secret was changed. */
export function isCodeOf({ config }: App, tokenHash: Buffer, given: string): boolean {
  const tried = Buffer.from(given)
  return [config.secret, ...config.formerSecrets].some((secret) => {
    const right = Buffer.from(codeBy(config, secret, tokenHash))
    return right.length === tried.length && timingSafeEqual(right, tried)
  })
}
