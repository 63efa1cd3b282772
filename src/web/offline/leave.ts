/** Leaving this device: what is unsent is counted first, and nothing private stays behind (threats W6). */
import { isUnsent } from '#domain/offline/entry.ts'
import { wipeKept } from './kept/kept-store.ts'
import { idbStore } from './queue/idb-store.ts'
import { closeQueue } from './queue/queue.ts'
import { currentQueue } from './queue/state.ts'

/** What only this device has of this user; what was refused counts as well. */
export async function unsentHere(userId: string): Promise<number> {
  const entries = await idbStore().then(
    (store) => store.all(userId),
    // Kept by the page alone, if at all.
    () => currentQueue().entries,
  )
  return entries.filter((each) => isUnsent(each) || each.state === 'refused').length
}

export async function leaveDevice(userId: string): Promise<void> {
  closeQueue()
  try {
    const store = await idbStore()
    await store.forget((await store.all(userId)).map(({ id }) => id))
    await wipeKept()
  } catch {
    // A device that keeps nothing has nothing to wipe.
    return
  }
}
