import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newIdempotencyKey, useAction } from '#web/api.ts'
import { shrinkPhoto } from '#web/photos/shrink-photo.ts'
import { useUserType } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { upload } from '#web/upload.ts'

const LONGEST = 1_000

export function WriteMessage({ visitId }: { visitId: string }) {
  const texts = useText().notices.messages
  const [text, setText] = useState('')
  // The same until it has arrived: a second tap, or a try after a lost answer, writes once.
  const key = useRef(newIdempotencyKey())
  const send = useAction('POST /api/send-message', { refreshes: ['POST /api/get-messages'] })
  const submit = (message: string) => {
    if (message.trim() === '' || send.isPending) return
    send.mutate(
      { body: { visitId, text: message }, idempotencyKey: key.current },
      {
        onSuccess: () => {
          key.current = newIdempotencyKey()
          if (message === text) setText('')
        },
        onError: (error) => {
          // Something else may be written next.
          key.current = newIdempotencyKey()
          setText(message)
          showToast(error.message, { tone: 'danger' })
        },
      },
    )
  }
  return (
    <form
      className="grid gap-2 pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit(text)
      }}
    >
      <QuickReplies onPick={submit} />
      <TextArea
        name="message"
        label={texts.write}
        rows={2}
        maxLength={LONGEST}
        value={text}
        onChange={setText}
      />
      <div className="flex items-center justify-between gap-2">
        <PhotoButton visitId={visitId} />
        <Button type="submit" tone="primary" icon="message" isBusy={send.isPending}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}

function QuickReplies({ onPick }: { onPick: (text: string) => void }) {
  const texts = useText().notices.messages
  const replies = useUserType() === 'Crew' ? texts.quickCrew : texts.quickCustomer
  return (
    <ul aria-label={texts.quick} className="flex flex-wrap gap-2">
      {replies.map((reply) => (
        <li key={reply}>
          <button
            type="button"
            onClick={() => onPick(reply)}
            className="min-h-11 rounded-full border border-line bg-card px-4 text-sm font-medium hover:bg-sunken"
          >
            {reply}
          </button>
        </li>
      ))}
    </ul>
  )
}

function PhotoButton({ visitId }: { visitId: string }) {
  const texts = useText().notices.messages
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const sendPhoto = async (file: File | undefined) => {
    if (file === undefined) return
    setBusy(true)
    try {
      await upload('POST /api/send-message-photo', { query: { visitId }, file: await shrinkPhoto(file) })
      await client.invalidateQueries({ queryKey: ['POST /api/get-messages'] })
    } catch (error) {
      showToast(error instanceof Error ? error.message : texts.photo, { tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <IconButton
        icon="camera"
        label={texts.photo}
        tone="secondary"
        disabled={isBusy}
        aria-busy={isBusy || undefined}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={texts.photo}
        hidden
        onChange={(event) => {
          void sendPhoto(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}
