import type { Db } from '../db/client.ts'
import type { FileReply } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { findContent, type Year } from './queries.ts'
import type { Instant } from '#domain/time.ts'

export async function readYear(
  db: Db,
  scope: UserScope,
  { now, ...of }: Year & { readonly now: Instant },
): Promise<FileReply> {
  const content = await findContent(db, scope, { ...of, now })
  if (content === null) throw new Refused('not_found')
  return { type: 'text/csv; charset=utf-8', fileName: `crew-${of.kind}-${of.year}.csv`, content }
}
