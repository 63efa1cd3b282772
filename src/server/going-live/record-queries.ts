import { type Instant, instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'

type Records = {
  /** When the payment provider's last news came. */
  readonly newsAt: Instant | null
  /** Pages whose newest text came with the house. */
  readonly samples: readonly string[]
  readonly backupAt: Instant | null
  /** Two are as many as anybody asks for. */
  readonly operators: number
  readonly hasDemo: boolean
}

export async function readRecords(db: Db): Promise<Records> {
  const news = await db
    .selectFrom('provider_event')
    .orderBy('received_at', 'desc')
    .limit(1)
    .select('received_at')
    .executeTakeFirst()
  const texts = await db
    .selectFrom('house_text')
    .distinctOn('page')
    .orderBy('page')
    .orderBy('version', 'desc')
    .select(['page', 'published_by'])
    .execute()
  const backup = await db
    .selectFrom('installation')
    .where('key', '=', 'backup')
    .select('value')
    .executeTakeFirst()
  const demo = await db
    .selectFrom('installation')
    .where('key', '=', 'demo_city')
    .select('key')
    .executeTakeFirst()
  const operators = await db
    .selectFrom('users')
    .where('type', '=', 'Operator')
    .limit(2)
    .select('id')
    .execute()
  return {
    newsAt: news?.received_at ?? null,
    samples: texts.filter(({ published_by: by }) => by === null).map(({ page }) => page),
    backupAt: backup !== undefined && 'backedUpAt' in backup.value ? instant(backup.value.backedUpAt) : null,
    operators: operators.length,
    hasDemo: demo !== undefined,
  }
}
