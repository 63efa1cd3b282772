import { randomBytes } from 'node:crypto'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { UserScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { type DraftContent, insertDraft, updateDraft } from './draft-queries.ts'
import { hashOfToken } from './read-draft.ts'

/** Answers the token under which it is kept: the given one where it still opens a draft, else a new one. */
export async function saveDraft(
  app: App,
  scope: UserScope | null,
  { token, content }: { token: string | undefined; content: DraftContent },
): Promise<{ token: string; expiresAt: Instant }> {
  const now = app.ports.clock.now()
  const { onDemandDraftDays } = await settingsAt(app.db, scope?.marketId ?? null, now)
  const expiresAt = instant(now + onDemandDraftDays * DAY_MS)
  const saved = { content, now, expiresAt }
  if (token !== undefined && (await updateDraft(app.db, scope, { ...saved, tokenHash: hashOfToken(token) })))
    return { token, expiresAt }
  const fresh = randomBytes(32).toString('base64url')
  await insertDraft(app.db, { ...saved, tokenHash: hashOfToken(fresh) })
  return { token: fresh, expiresAt }
}
