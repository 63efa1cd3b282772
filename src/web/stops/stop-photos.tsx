/** The proof of a stop: what the server has, and each photo that is still on this phone with how it stands. */
import { useEffect, useState } from 'react'
import type { QueueEntry } from '#domain/offline/entry.ts'
import { useOnline } from '#web/browser/online.ts'
import { bytesOf, discard, keptPicture, retryAll } from '#web/offline/queue/acts.ts'
import { useQueue } from '#web/offline/use-queue.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import type { QueuedStop } from './queued-stop.ts'

export function StopPhotos({ stop }: { stop: QueuedStop }) {
  const { crew } = useText()
  const kept = useKeptPictures(stop.photos.map(({ thumbnailUrl }) => thumbnailUrl))
  const queued = stop.queued.filter(({ act }) => act.kind === 'photo')
  const wanted = Math.max(stop.photosRequired, stop.photoCount)
  if (stop.photos.length + queued.length === 0) return null
  return (
    <div className="grid gap-2">
      <p className="nums text-sm font-semibold">{crew.home.photosSafe(stop.safePhotoCount, wanted)}</p>
      {stop.photos.length > 0 && (
        <PhotoStrip
          photos={stop.photos.map((photo, index) => ({
            url: kept.get(photo.thumbnailUrl) ?? photo.url,
            thumbnailUrl: kept.get(photo.thumbnailUrl) ?? photo.thumbnailUrl,
            alt: crew.home.photoOf(index + 1),
          }))}
        />
      )}
      <QueuedPhotos entries={queued} first={stop.photos.length + 1} />
    </div>
  )
}

/** Photos that are on this phone, each with its own state. */
export function QueuedPhotos({ entries, first }: { entries: readonly QueueEntry[]; first: number }) {
  if (entries.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-3">
      {entries.map((entry, index) => (
        <li key={entry.id} className="grid w-24 content-start gap-1 text-center">
          <QueuedPhoto entry={entry} number={first + index} />
        </li>
      ))}
    </ul>
  )
}

function QueuedPhoto({ entry, number }: { entry: QueueEntry; number: number }) {
  const { offline } = useText()
  const { progress } = useQueue()
  const url = usePicture(entry)
  const percent = Math.round((progress.get(entry.id) ?? 0) * 100)
  const remove = async () => {
    const { deleteTitle: title, deleteBody: body, deletePhoto: submitLabel } = offline
    if (await confirmPrompt({ title, body, submitLabel, isDanger: true })) await discard([entry.id])
  }
  return (
    <>
      {url ? (
        <img
          src={url}
          alt={offline.photo(number)}
          className="size-24 rounded-xl border border-line object-cover"
        />
      ) : (
        <span className="grid size-24 place-items-center rounded-xl border border-line bg-sunken text-sm text-muted">
          {offline.photo(number)}
        </span>
      )}
      <span
        className={`nums text-sm font-medium ${entry.state === 'refused' ? 'text-danger' : 'text-muted'}`}
      >
        {entry.state === 'sending' ? offline.sending(percent) : offline.states[entry.state]}
      </span>
      {entry.state === 'refused' && (
        <>
          <span className="text-sm text-danger">{entry.failure?.sentence || offline.lost}</span>
          <Button onClick={() => void retryAll(entry.visitId)}>{offline.retry}</Button>
          <Button tone="quiet" onClick={() => void remove()}>
            {offline.deletePhoto}
          </Button>
        </>
      )}
    </>
  )
}

/** The picture of an entry, as long as its bytes are here. */
function usePicture({ id, state }: QueueEntry): string | undefined {
  const [url, setUrl] = useState<string>()
  const isHere = state !== 'safe'
  useEffect(() => {
    if (!isHere) return
    let made: string | undefined
    let isOver = false
    void bytesOf(id).then((bytes) => {
      if (!bytes || isOver) return
      made = URL.createObjectURL(bytes)
      setUrl(made)
    })
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [id, isHere])
  return url
}

/** Without a connection, the pictures that this phone remembers, by address. */
function useKeptPictures(addresses: readonly string[]): ReadonlyMap<string, string> {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map())
  const isOnline = useOnline()
  const wanted = addresses.join(' ')
  useEffect(() => {
    if (isOnline || wanted === '') return
    const made: string[] = []
    let isOver = false
    const read = async () => {
      const found = new Map<string, string>()
      for (const address of wanted.split(' ')) {
        const picture = await keptPicture(address)
        if (!picture || isOver) continue
        const url = URL.createObjectURL(picture)
        made.push(url)
        found.set(address, url)
      }
      if (!isOver) setUrls(found)
    }
    void read().catch(() => undefined)
    return () => {
      isOver = true
      for (const url of made) URL.revokeObjectURL(url)
      setUrls(new Map())
    }
  }, [isOnline, wanted])
  return urls
}
