/** Who asks while the load is measured: people of the demo city, each in a session of its own. */
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { openSession, sessionCookieName } from '#server/http/session.ts'
import { openEmbedded } from '#server/postgres/embedded.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { instant } from '#domain/time.ts'

export type People = {
  readonly customers: readonly string[]
  readonly crews: readonly { readonly cookie: string; readonly visitId: VisitId }[]
  readonly operator: string
}

const CUSTOMERS = 40
const CREWS = 20

/** Cookies, and of each crew a visit that it completed. `dataDirectory`: of the running product. */
export async function meetPeople(dataDirectory: string): Promise<People> {
  const { connection } = await openEmbedded({ dataDir: dataDirectory, log: () => {} })
  const database = openDatabase(connection, { maxConnections: 2 })
  const { db } = database
  const name = sessionCookieName(readConfig({}))
  const signIn = async (userId: UserId) =>
    `${name}=${await openSession(db, { userId, userAgent: 'load', now: instant(Date.now()) })}`
  try {
    const customers = await db
      .selectFrom('weekly_job')
      .distinct()
      .orderBy('customer_id')
      .limit(CUSTOMERS)
      .select('customer_id')
      .execute()
    const crews = await db
      .selectFrom('visit')
      .where('state', '=', 'completed')
      .where('crew_id', 'is not', null)
      // The one who is frozen finishes nothing.
      .where('crew_id', 'in', (eb) =>
        eb.selectFrom('users').where('users.frozen_until', 'is', null).select('users.id'),
      )
      .distinctOn('crew_id')
      .orderBy('crew_id')
      .limit(CREWS)
      .select(['crew_id', 'id'])
      .$narrowType<{ crew_id: UserId }>()
      .execute()
    const operator = await db
      .selectFrom('users')
      .where('type', '=', 'Operator')
      .where('staff_role', '=', 'owner')
      .limit(1)
      .select('id')
      .executeTakeFirstOrThrow()
    return {
      customers: await Promise.all(customers.map((row) => signIn(row.customer_id))),
      crews: await Promise.all(
        crews.map(async (row) => ({ cookie: await signIn(row.crew_id), visitId: row.id })),
      ),
      operator: await signIn(operator.id),
    }
  } finally {
    await database.close()
  }
}
