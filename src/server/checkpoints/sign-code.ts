/** Codes that only we can make: a name by chance, and our signature of it, so that a slip is told from an old code. */
import { createHmac, randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_NAME_LENGTH, CODE_SIGN_LENGTH } from '#domain/complexes/checkpoints.ts'
import type { App } from '../app.ts'

export function signNewCode(app: App): string {
  const name = Array.from(
    { length: CODE_NAME_LENGTH },
    () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
  ).join('')
  return name + signatureOf(app, name)
}

export function isSignedCode(app: App, code: string): boolean {
  return code.slice(CODE_NAME_LENGTH) === signatureOf(app, code.slice(0, CODE_NAME_LENGTH))
}

function signatureOf(app: App, name: string): string {
  const digest = createHmac('sha256', `${app.config.secret}:checkpoint`).update(name).digest()
  return [...digest.subarray(0, CODE_SIGN_LENGTH)].map((byte) => CODE_ALPHABET[byte % 32]).join('')
}
