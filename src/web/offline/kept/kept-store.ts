/** What was read for whoever is signed in and must be there without a connection: the person, the day, its pictures. */
import { fieldsIn } from '#contract/outside.ts'
import { type KeptReply, openOfflineDatabase } from './database.ts'

export async function keepReply(reply: KeptReply): Promise<void> {
  await (await openOfflineDatabase()).put('replies', reply)
}

export async function keptReplies(): Promise<KeptReply[]> {
  return (await (await openOfflineDatabase()).getAll('replies')).filter(isLegible)
}

/** An earlier build may have kept something else: what lacks the fields that everything hangs on is as good as lost. */
function isLegible({ key, data }: KeptReply): boolean {
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

/** Brings the pictures that are not here yet, and lets go of all others. */
export async function keepPictures(userId: string, wanted: ReadonlyMap<string, string>): Promise<void> {
  const database = await openOfflineDatabase()
  const here = new Set(await database.getAllKeys('pictures'))
  for (const id of here) if (!wanted.has(id)) await database.delete('pictures', id)
  for (const [id, url] of wanted) {
    if (here.has(id)) continue
    const answer = await fetch(url)
    if (!answer.ok) continue
    const type = answer.headers.get('Content-Type') ?? 'image/webp'
    await database.put('pictures', { id, userId, type, bytes: await answer.arrayBuffer() })
  }
}

export async function keptPicture(id: string): Promise<Blob | null> {
  const kept = await (await openOfflineDatabase()).get('pictures', id)
  return kept ? new Blob([kept.bytes], { type: kept.type }) : null
}
