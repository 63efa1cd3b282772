import type { UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

export type WaysIn = {
  readonly hasPassword: boolean
  /** To which a code is sent. */
  readonly phone: string | null
  readonly email: string | null
  readonly passkeys: number
}

/** By what an account is opened. */
export async function readWaysIn(db: Db, userId: UserId): Promise<WaysIn> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['password_hash', 'phone', 'holds_phone', 'email', 'holds_email'])
    .executeTakeFirstOrThrow()
  return {
    hasPassword: row.password_hash !== null,
    phone: row.holds_phone ? row.phone : null,
    email: row.holds_email ? row.email : null,
    passkeys: 0,
  }
}

export function countWaysIn({ hasPassword, phone, email, passkeys }: WaysIn): number {
  return [hasPassword, phone !== null, email !== null].filter(Boolean).length + passkeys
}
