/** Operators are added from the command line alone. */

import { z } from 'zod'
import { email as emailShape, line } from '#contract/shapes.ts'
import type { UserId } from '#domain/ids.ts'
import { STAFF_ROLES } from '#domain/staff/roles.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { addUser } from './add-user.ts'
import { emailTaken, passwordOrRefuse } from './check-person.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { findByEmail } from './queries.ts'

/** An owner where no role is said. Throws Refused with the reason when address, name or password cannot be used. */
export async function addOperator(
  app: App,
  input: { email: string; name: string; password: string; role?: string | undefined },
): Promise<UserId> {
  const person = { email: emailShape.parse(input.email), name: line(100).parse(input.name) }
  const staffRole = z.enum(STAFF_ROLES).default('owner').parse(input.role)
  passwordOrRefuse(input.password, { ...person, type: 'Operator' })
  const passwordHash = await hashPassword(input.password)
  return inTransaction(app.db, async (trx) => {
    if ((await findByEmail(trx, person.email)) !== undefined) throw emailTaken()
    // In every city: the role stands on the person.
    return addUser(trx, {
      type: 'Operator',
      staffRole,
      input: person,
      phone: null,
      passwordHash,
      locale: 'en',
      now: app.ports.clock.now(),
    })
  })
}
