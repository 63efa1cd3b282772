/** The picture by which customers know who comes. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction, useEndpoint } from '#web/api.ts'
import { shrinkPhoto } from '#web/photos/shrink-photo.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { upload } from '#web/upload.ts'

const PICTURES = { accept: 'image/jpeg,image/png,image/webp', maxBytes: 20 * 1024 * 1024 } as const

export function CrewPhoto() {
  const texts = useText().onboarding.crewAccount.photo
  const client = useQueryClient()
  const user = useUser()
  const photo = useEndpoint('GET /api/crew-photo')
  const remove = useAction('POST /api/remove-crew-photo', { refreshes: ['GET /api/crew-photo'] })
  const [progress, setProgress] = useState<number>()
  const send = async (file: File) => {
    setProgress(0)
    try {
      const small = await shrinkPhoto(file)
      await upload('POST /api/upload-crew-photo', { query: {}, file: small, onProgress: setProgress })
      await client.invalidateQueries({ queryKey: ['GET /api/crew-photo'] })
      showToast(texts.saved)
    } catch (error) {
      showToast(error instanceof Error ? error.message : '', { tone: 'danger' })
    } finally {
      setProgress(undefined)
    }
  }
  const crewId = user?.id
  if (!photo.data || crewId === undefined) return null
  const { photoUrl } = photo.data
  return (
    <Card title={texts.title}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-4">
          <Avatar name={user?.name ?? ''} size={88} {...(photoUrl === null ? {} : { photoUrl })} />
          <p className="min-w-0 flex-1 basis-40 text-muted">{texts.help}</p>
          {photoUrl !== null && (
            <Button
              tone="quiet"
              isBusy={remove.isPending}
              onClick={() => remove.mutate({ body: { crewId } })}
            >
              {texts.remove}
            </Button>
          )}
        </div>
        {progress !== undefined && <ProgressBar label={texts.title} value={progress} />}
        <FileDrop
          label={photoUrl === null ? texts.add : texts.replace}
          icon="camera"
          capture="user"
          {...PICTURES}
          onFiles={([file]) => file && void send(file)}
        />
      </div>
    </Card>
  )
}
