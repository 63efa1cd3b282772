/**
 * A code of eight characters can be guessed by whoever asks from many addresses. What it opens needs an account, but for
 * an invoice: its mailed link has our signature beside the code, and no copy of the database opens one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'

/** 128 bits, in the letters that short links are written in. */
const SIGN_BYTES = 16
const SIGNED = /^([0-9A-Z]{8})-([0-9A-F]{32})$/

export function signInvoiceCode({ secret }: Config, code: string): string {
  return `${code}-${signBy(secret, code).toString('hex').toUpperCase()}`
}

/** Null for what is none of ours, and for a code alone. Small letters are as good. */
export function readInvoiceCode({ secret, formerSecrets }: Config, goId: string): string | null {
  const [, code, sign] = SIGNED.exec(goId.toUpperCase()) ?? []
  if (code === undefined || sign === undefined) return null
  const given = Buffer.from(sign, 'hex')
  const isOurs = [secret, ...formerSecrets].some((each) => timingSafeEqual(given, signBy(each, code)))
  return isOurs ? code : null
}

function signBy(secret: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`invoice\n${code}`).digest().subarray(0, SIGN_BYTES)
}
