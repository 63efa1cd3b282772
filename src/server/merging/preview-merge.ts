import { hindrancesOf } from '#domain/accounts/merging.ts'
import type { UserId } from '#domain/ids.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findCandidates } from './candidate-queries.ts'
import { type AccountRow, countMoving, findAccount, readClosing, readStanding } from './queries.ts'

export async function previewMerge(
  { db, ports }: App,
  scope: OperatorScope,
  { keptId, closedId }: { readonly keptId: UserId; readonly closedId: UserId },
) {
  const now = ports.clock.now()
  const [kept, closed] = [await accountOf(db, scope, keptId), await accountOf(db, scope, closedId)]
  const reasons = hindrancesOf(await readStanding(db, kept), await readClosing(db, closed, now))
  return {
    kept: describe(kept),
    closed: describe(closed),
    moves: await countMoving(db, closedId, now),
    hindrances: reasons.map((reason) => ({ reason, sentence: refusalSentence(reason, scope.locale) })),
  }
}

export async function previewCandidates({ db }: App, scope: OperatorScope, id: UserId) {
  const person = await accountOf(db, scope, id)
  if (person.type !== 'Customer') throw new Refused('merge_not_customers')
  const people = await findCandidates(db, scope, person)
  return { people: people.map((row) => ({ ...describe(row), alike: [...row.alike] })) }
}

async function accountOf(db: Db, scope: OperatorScope, id: UserId): Promise<AccountRow> {
  const account = await findAccount(db, scope, id)
  if (account === undefined) throw new Refused('not_found')
  return account
}

function describe(
  row: Pick<AccountRow, 'id' | 'name' | 'email' | 'phone' | 'created_at' | 'brand' | 'last4'>,
) {
  const { id, name, email, phone, brand, last4 } = row
  const method = brand === null || last4 === null ? null : { brand, last4 }
  return { id, name, email, phone, createdAt: row.created_at, method }
}
