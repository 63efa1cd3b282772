/** Photos of the work to be done: they go up at once, under the draft's token. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction, useEndpoint } from '#web/api.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { shrinkPhoto } from '#web/photos/shrink-photo.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { upload } from '#web/upload.ts'
import { type OrderInTheMaking, saveOrder } from './order-draft.ts'

const MAX_PHOTOS = 4
/** As the server: threats, "Numbers to hold". */
const LARGEST_BYTES = 20 * 1024 * 1024

export function OrderPhotos({ order }: { order: OrderInTheMaking }) {
  const { ondemand, ui } = useText()
  const { when: texts } = ondemand
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const { token } = order.draft
  const kept = useEndpoint(
    'POST /api/get-on-demand-draft',
    { body: { token: token ?? '' } },
    { isEnabled: token !== null },
  )
  const remove = useAction('POST /api/remove-order-photo', {
    refreshes: ['POST /api/get-on-demand-draft'],
  })
  const photos = (token !== null && kept.data?.photos) || []
  const send = async (files: readonly File[]) => {
    setSending(true)
    try {
      const saved = await saveOrder(order.draft)
      for (const file of files.slice(0, MAX_PHOTOS - photos.length))
        await upload('POST /api/upload-order-photo', {
          query: { token: saved },
          file: await shrinkPhoto(file),
        })
      order.set({ token: saved })
      await client.invalidateQueries({ queryKey: ['POST /api/get-on-demand-draft'] })
    } catch (error) {
      showToast(error instanceof Error ? error.message : ui.somethingWrong, { tone: 'danger' })
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="grid gap-2">
      {photos.length < MAX_PHOTOS && (
        <FileDrop
          label={texts.photos}
          hint={texts.photosHint}
          accept="image/*"
          maxBytes={LARGEST_BYTES}
          icon="camera"
          isSeveral
          onFiles={(files) => void send(files)}
        />
      )}
      {isSending && <Spinner label={ui.working} />}
      {photos.length > 0 && (
        <PhotoStrip
          photos={photos.map(({ url, thumbnailUrl }) => ({ url, thumbnailUrl, alt: texts.photo }))}
          onRemove={({ url }) => {
            const photo = photos.find((each) => each.url === url)
            if (photo && token !== null) remove.mutate({ body: { token, photoId: photo.photoId } })
          }}
        />
      )}
    </div>
  )
}
