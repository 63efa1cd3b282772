import { hindrancesOf } from '#domain/accounts/merging.ts'
import type { UserId } from '#domain/ids.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findCandidates } from './candidate-queries.ts'
import { countOfCrew } from './crew-queries.ts'
import { type AccountRow, countMoving, findAccount, readClosing, readStanding } from './queries.ts'

export async function previewMerge({ db, ports }: App, scope: OperatorScope, { keptId, closedId }: Pair) {
  const now = ports.clock.now()
  const [kept, closed] = await accountsOf(db, scope, { keptId, closedId })
  const reasons = hindrancesOf(await readStanding(db, kept), await readClosing(db, { kept, closed }, now))
  return {
    type: closed.type,
    kept: describe(kept),
    closed: describe(closed),
    moves: await countMoving(db, closedId, now),
    crew: closed.type === 'Crew' ? await countOfCrew(db, closedId, now) : null,
    hindrances: reasons.map((reason) => ({ reason, sentence: refusalSentence(reason, scope.locale) })),
  }
}

export async function previewCandidates({ db }: App, scope: OperatorScope, id: UserId) {
  const person = await findAccount(db, scope, id)
  if (person === undefined || person.market_id !== scope.marketId) throw new Refused('not_found')
  if (person.type === 'Operator') throw new Refused('merge_other_kind')
  const people = await findCandidates(db, scope, person)
  return { people: people.map((row) => ({ ...describe(row), alike: [...row.alike] })) }
}

type Pair = { readonly keptId: UserId; readonly closedId: UserId }

/** The one that stays is of the city in which the operator works; whose the other is is said before it is refused. */
export async function accountsOf(
  db: Db,
  scope: OperatorScope,
  { keptId, closedId }: Pair,
): Promise<readonly [AccountRow, AccountRow]> {
  const kept = await findAccount(db, scope, keptId)
  const closed = await findAccount(db, scope, closedId)
  if (kept === undefined || closed === undefined || kept.market_id !== scope.marketId)
    throw new Refused('not_found')
  return [kept, closed]
}

type Described = Pick<
  AccountRow,
  'id' | 'name' | 'email' | 'phone' | 'created_at' | 'brand' | 'last4' | 'bank_name' | 'bank_last4'
>

/** With what pays a customer's bills, or where a crew's money goes. */
function describe(row: Described) {
  const { id, name, email, phone } = row
  const [brand, last4] = row.bank_last4 === null ? [row.brand, row.last4] : [row.bank_name, row.bank_last4]
  const method = brand === null || last4 === null ? null : { brand, last4 }
  return { id, name, email, phone, createdAt: row.created_at, method }
}
