import { decidePassword, type PasswordOwner } from '#domain/accounts/password.ts'
import { normalisePhone } from '#domain/accounts/phone.ts'
import type { Db } from '../db/client.ts'
import { isBreached } from '../passwords/find-breached.ts'
import { Refused } from '../refused.ts'
import { countActiveServices } from './crew-queries.ts'

/** `+13035551234`; throws with the reason under `phone`. */
export function phoneOrRefuse(text: string): string {
  const decided = normalisePhone(text)
  if ('refused' in decided) throw new Refused(decided.refused, { at: 'phone' })
  return decided.phone
}

/** Throws with the reason under `password`. */
export function passwordOrRefuse(password: string, owner: PasswordOwner): void {
  const decided = decidePassword(password, owner, isBreached)
  if ('refused' in decided) throw new Refused(decided.refused, { at: 'password' })
}

export function emailTaken(): Refused {
  return new Refused('email_taken', { at: 'email' })
}

/** Refuses a service that is not in the catalogue, naming the field. */
export async function checkServices(db: Db, keys: readonly string[]): Promise<void> {
  if ((await countActiveServices(db, keys)) !== new Set(keys).size)
    throw new Refused('bad_input', { faults: { services: 'chooseServicesFromList' } })
}
