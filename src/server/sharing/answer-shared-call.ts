/**
 * A call that a helper makes at the places of an owner. What it reads comes from views that show nothing else; what it
 * changes names only what those views show, and every transaction of it holds the share, so that access which ended
 * changes nothing any more, and keeps a line for the owner.
 */
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { onlyReads } from '#contract/acting.ts'
import { NOT_LOGGED, SHARED_CALLS } from '#contract/shared-calls.ts'
import { isId, type ShareActionId, type ShareId } from '#domain/ids.ts'
import { mayShare } from '#domain/sharing/rights.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { isReadOnly } from '../db/errors.ts'
import { withGuard } from '../db/steps.ts'
import type { FileReply } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import type { Helper, UserScope } from '../scope.ts'
import { checkNames } from './check-names.ts'
import { holdShare, insertAction } from './action-queries.ts'
import { beginSharedReading, findOpenShare, type ShownTo } from './view-queries.ts'

type SharedCall = {
  readonly key: string
  readonly scope: UserScope
  readonly query: unknown
  readonly body: unknown
  /** Of a call that acts once. */
  readonly idempotencyKey: unknown
}

/** Shows what would be by doing it and taking it back, for which it locks what it does it to. */
const DOES_AND_UNDOES: ReadonlySet<string> = new Set(['POST /api/preview-schedule-change'])

/** Runs what an owner asks itself as it is. */
export async function answerSharedCall<Answer>(
  app: App,
  call: SharedCall,
  answer: (app: App) => Promise<Answer>,
): Promise<Answer> {
  const { helper } = call.scope
  if (helper === undefined) return answer(app)
  const isRead = onlyReads(call.key) && !DOES_AND_UNDOES.has(call.key)
  return isRead ? answerFromViews(app, helper, answer) : answerGuarded(app, helper, call, answer)
}

/** In a read-only transaction of its own, which sees what the share shows. */
export async function answerFromViews<Answer>(
  app: App,
  helper: ShownTo,
  answer: (app: App) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await app.db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        await beginSharedReading(trx, helper)
        const answered = await answer({ ...app, db: trx, shareId: helper.shareId })
        return isStreamed(answered) ? { ...answered, content: await whole(answered.content) } : answered
      })
  } catch (error) {
    if (isReadOnly(error)) throw new Refused('share_owner_only')
    throw error
  }
}

/** What an address that a helper was given leads to; undefined where its access ended. */
export async function readThroughShare<Answer>(
  app: App,
  shareId: ShareId,
  read: (app: App) => Promise<Answer>,
): Promise<Answer | undefined> {
  const open = await findOpenShare(app.db, shareId)
  return open && answerFromViews(app, open, read)
}

async function answerGuarded<Answer>(
  app: App,
  helper: Helper,
  { key, scope, query, body, idempotencyKey }: SharedCall,
  answer: (app: App) => Promise<Answer>,
): Promise<Answer> {
  const about = await checkNames(app.db, helper, [query, body])
  const tryId = tryIdOf(helper, idempotencyKey)
  const isPreview = DOES_AND_UNDOES.has(key)
  const isLogged = !isPreview && !NOT_LOGGED.has(key)
  let isChecked = false
  const guard = async (trx: App['db']) => {
    const held = await holdShare(trx, helper.shareId)
    if (held === undefined) throw new Refused('share_ended')
    if (!mayShare(held, SHARED_CALLS[key]!)) throw new Refused('share_forbids')
    const at = app.ports.clock.now()
    isChecked = true
    if (!isLogged) return
    await insertAction(trx, {
      ...about,
      ownerId: scope.userId,
      shareId: helper.shareId,
      call: key,
      tryId,
      at,
    })
  }
  const answered = await answer({ ...app, db: withGuard(app.db, guard), shareId: helper.shareId })
  // What changed by single statements is kept, too.
  if (!isChecked && !isPreview) await inTransaction(app.db, guard, { isStep: false })
  return answered
}

/** A call that is made again after it broke off is the same one. */
function tryIdOf({ userId }: Helper, key: unknown): ShareActionId {
  const hex =
    typeof key === 'string' && key !== ''
      ? createHash('sha256').update(`${userId} ${key}`).digest('hex')
      : randomUUID().replaceAll('-', '')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  if (!isId<ShareActionId>(id)) throw new Error(`not an id: ${id}`)
  return id
}

/** Views are seen only while the transaction lasts, so a file is read whole within it. */
function isStreamed(answered: unknown): answered is FileReply & { readonly content: Readable } {
  return (
    typeof answered === 'object' &&
    answered !== null &&
    'content' in answered &&
    answered.content instanceof Readable
  )
}

async function whole(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
