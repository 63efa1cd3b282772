import type { App } from '../app.ts'
import { CODE_TRIES } from '#domain/accounts/sign-in-code.ts'
import { hashToken } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { isCodeOf } from './make-code.ts'
import { countCodeTry, type Recipient } from './queries.ts'

export type GivenCode = { readonly token: string; readonly code: string }
export type Checked = Recipient & { readonly tokenHash: Buffer }

/** Whose code it is. Unknown, used and old ones look alike (threats T8). The code is not used up by it. */
export async function checkCode(app: App, { token, code }: GivenCode): Promise<Checked> {
  const tokenHash = hashToken(token)
  const row = await countCodeTry(app.db, tokenHash, app.ports.clock.now())
  if (row === undefined) throw new Refused('code_spent', { at: 'code' })
  const { channel, recipient, tries } = row
  if (isCodeOf(app, tokenHash, code)) return { channel, recipient, tokenHash }
  throw new Refused(tries < CODE_TRIES ? 'code_wrong' : 'code_spent', { at: 'code' })
}
