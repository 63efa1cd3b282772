import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { phoneOrRefuse } from './check-person.ts'
import { countWaysIn, readWaysIn, updateUser } from './queries.ts'

type ProfileChange = {
  name?: string | undefined
  phone?: string | undefined
  locale?: Language | undefined
  timeZone?: string | undefined
}

export async function updateProfile(app: App, scope: UserScope, change: ProfileChange): Promise<void> {
  const phone = change.phone === undefined ? undefined : phoneOrRefuse(change.phone)
  const set = { name: change.name, phone, locale: change.locale, time_zone: change.timeZone }
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await inTransaction(app.db, async (trx) => {
    const losesPhone = phone !== undefined && (await isOtherPhone(trx, scope, phone))
    await updateUser(trx, scope.userId, { ...given, ...(losesPhone ? { holds_phone: false } : {}) })
  })
}

/** Whether a phone that signs in is given up for one that nobody has proven. The last way in is not. */
async function isOtherPhone(trx: Db, scope: UserScope, phone: string): Promise<boolean> {
  const ways = await readWaysIn(trx, scope.userId)
  if (ways.phone === null || ways.phone === phone) return false
  if (countWaysIn(ways) === 1) throw new Refused('last_way_in', { at: 'phone' })
  return true
}
