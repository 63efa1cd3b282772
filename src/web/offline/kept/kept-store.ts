/** What was read for whoever is signed in and must be there without a connection: the person, the day, its pictures. */
import { fieldsIn } from '#contract/outside.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { type KeptReply, openOfflineDatabase } from './database.ts'

/** What comes when the session has ended is nobody's: it may not arrive after all was forgotten (threats W6). */
export async function keepReply(reply: KeptReply): Promise<void> {
  const database = await openOfflineDatabase()
  await withRoom(async () => {
    if (isSignedIn()) await database.put('replies', reply)
  })
}

/** On a full phone pictures go first: words and codes open a door, and what waits to be sent is somebody's pay. */
export async function withRoom(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
    await (await openOfflineDatabase()).clear('pictures')
    await write()
  }
}

export async function keptReplies(): Promise<KeptReply[]> {
  return (await (await openOfflineDatabase()).getAll('replies')).filter(isLegible)
}

/** An earlier build may have kept something else: what lacks the fields that everything hangs on is as good as lost. */
function isLegible(reply: KeptReply): boolean {
  const { key, data } = reply
  if (key.startsWith('read '))
    return 'queryKey' in reply && Array.isArray(reply.queryKey) && data !== undefined
  if (key === 'user') return typeof fieldsIn(data).id === 'string'
  if (key === 'services')
    return Array.isArray(data) && data.every((each) => typeof fieldsIn(each).unitsEn === 'string')
  const { date, stops } = fieldsIn(data)
  return typeof date === 'string' && Array.isArray(stops)
}

export async function forgetReplies(keys: readonly string[]): Promise<void> {
  const database = await openOfflineDatabase()
  for (const key of keys) await database.delete('replies', key)
}

/** Nothing private stays for the next person on this device (threats W6). */
export async function wipeKept(): Promise<void> {
  const database = await openOfflineDatabase()
  const write = database.transaction(['replies', 'pictures'], 'readwrite')
  void write.objectStore('replies').clear()
  void write.objectStore('pictures').clear()
  await write.done
}
