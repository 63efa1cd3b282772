import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import type { UserScope } from '../scope.ts'
import { phoneOrRefuse } from './check-person.ts'
import { updateUser } from './queries.ts'

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
  if (Object.keys(given).length > 0) await updateUser(app.db, scope.userId, given)
}
