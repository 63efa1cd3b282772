/** Roles are given and taken. Every city that had an owner keeps one, whoever else ends whom at the same moment. */
import type { UserId } from '#domain/ids.ts'
import { areAlike, hasNoRole } from '#domain/staff/staff-roles.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { removeSessions } from '../users/session-queries.ts'
import { removeSignInTokens } from '../users/token-queries.ts'
import { type AskedRoles, checkGiver, wantedRoles } from './check-roles.ts'
import {
  citiesWithoutOwner,
  findStaff,
  listCities,
  lockStaff,
  readRoles,
  saveRoles,
} from './staff-queries.ts'
import { staffTexts } from './texts.ts'

type Change = {
  readonly userId: UserId
  readonly roles: AskedRoles
  readonly was?: AskedRoles | undefined
  readonly reason: string
}

export function changeRoles(
  app: App,
  scope: OperatorScope,
  { userId, roles, was, reason }: Change,
): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    await lockStaff(db)
    const person = await findStaff(db, userId)
    if (person === undefined) throw new Refused('not_found')
    const before = await readRoles(db, userId)
    if (was !== undefined && !areAlike(before, await wantedRoles(db, was)))
      throw new Refused('changed_meanwhile')
    const after = await wantedRoles(db, roles)
    await checkGiver(db, scope.userId, { before, after })
    if (areAlike(before, after)) throw new Refused('bad_input', { faults: { roles: 'nothingIsChanged' } })
    const ownerless = new Set(await citiesWithoutOwner(db))
    await saveRoles(db, userId, after)
    const lost = (await citiesWithoutOwner(db)).filter((name) => !ownerless.has(name))
    if (lost.length > 0)
      throw new Refused('last_owner', { sentence: staffTexts[scope.locale].lastOwner(lost) })
    await removeSignInTokens(db, userId)
    await removeSessions(db, userId, null)
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      action: 'change_roles',
      subject: userId,
      detail: { reason, before, after },
    })
    const names = new Map((await listCities(db)).map(({ id, name }) => [id, name]))
    const texts = staffTexts[person.locale]
    const { subject, text } = hasNoRole(after)
      ? texts.ended(person.name, scope.name)
      : texts.changed(person.name, texts.describe(after, names), scope.name)
    const key = `change_roles:${userId}:${now}`
    await enqueue(db, 'send_mail', { key, to: person.email, subject, text, userId }, { now })
  })
}
