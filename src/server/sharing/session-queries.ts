import type { SessionId, ShareId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

/** The same for a session that just began, by its token. */
export async function saveNewSessionShare(db: Db, tokenHash: Buffer, shareId: ShareId): Promise<void> {
  await db.updateTable('session').set({ share_id: shareId }).where('token_hash', '=', tokenHash).execute()
}

/** On whose places a browser works from now on. */
export async function saveSessionShare(db: Db, sessionId: SessionId, shareId: ShareId | null): Promise<void> {
  await db.updateTable('session').set({ share_id: shareId }).where('id', '=', sessionId).execute()
}
