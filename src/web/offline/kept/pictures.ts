/** The pictures of what is kept, by the path that names them: what is signed behind it changes. */
import { isSignedIn } from '#web/session/cookies.ts'
import { openOfflineDatabase } from './database.ts'
import { keptReplies } from './kept-store.ts'

/** Newest first; more fill a phone. */
const MOST_PICTURES = 60
/** Replies come in a bunch; their pictures are brought once. */
const AFTER_MS = 1_000

let waiting: ReturnType<typeof setTimeout> | undefined

export function keepPicturesSoon(userId: string): void {
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    keepPictures(userId).catch(() => undefined)
  }, AFTER_MS)
}

/** Brings the pictures that are not here yet, and lets go of all others. */
async function keepPictures(userId: string): Promise<void> {
  const replies = (await keptReplies()).sort((one, other) => other.asOf - one.asOf)
  const wanted = picturesIn(replies.map(({ data }) => data))
  const database = await openOfflineDatabase()
  const here = new Set(await database.getAllKeys('pictures'))
  for (const id of here) if (!wanted.has(id)) await database.delete('pictures', id)
  for (const [id, url] of wanted) {
    if (here.has(id)) continue
    const answer = await fetch(url).catch(() => undefined)
    const type = answer?.headers.get('Content-Type') ?? ''
    if (!answer?.ok || !type.startsWith('image/')) continue
    const bytes = await answer.arrayBuffer()
    // The session may have ended meanwhile, and with it all that is kept (threats W6).
    if (!isSignedIn()) return
    await database.put('pictures', { id, userId, type, bytes })
  }
}

/** One size of each picture, the smallest that is named: `/images/w_320/<photo>` before `/images/<photo>`. */
export function picturesIn(data: unknown): Map<string, string> {
  const found = new Map<string, string>()
  for (const url of addressesIn(data)) {
    const photo = photoOf(pathOf(url))
    const known = found.get(photo)
    if (known === undefined ? found.size < MOST_PICTURES : pathOf(url).length > pathOf(known).length)
      found.set(photo, url)
  }
  return new Map([...found.values()].map((url) => [pathOf(url), url]))
}

function* addressesIn(data: unknown): Generator<string> {
  if (typeof data === 'string') {
    if (/(^|\/\/[^/]+)\/images\//.test(data)) yield data
  } else if (typeof data === 'object' && data !== null) {
    for (const value of Object.values(data)) yield* addressesIn(value)
  }
}

/** The picture of an address, else another size of the same photo. */
export async function keptPicture(url: string): Promise<Blob | null> {
  const database = await openOfflineDatabase()
  const path = pathOf(url)
  const sameId = async () =>
    (await database.getAllKeys('pictures')).find((id) => photoOf(id) === photoOf(path))
  const kept =
    (await database.get('pictures', path)) ?? (await database.get('pictures', (await sameId()) ?? ''))
  return kept ? new Blob([kept.bytes], { type: kept.type }) : null
}

function pathOf(url: string): string {
  return new URL(url, 'https://here.example').pathname
}

function photoOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
