/** What a dispute is opened with: what, a note, photos. It goes first, so that a photo that fails loses nothing. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_DISPUTE_PHOTOS, PROBLEMS, type Problem } from '#domain/disputes/disputes.ts'
import { call } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { PHOTO_FILES, sendDisputePhotos } from './send-photos.ts'

export function DisputeSheet({ visitId, onClose }: { visitId: string; onClose: () => void }) {
  const { openDispute } = useText().feedback
  const format = useFormat()
  const client = useQueryClient()
  const draft = useDraft<{ problem: Problem; note: string }>({ problem: 'not_done', note: '' })
  const [photos, setPhotos] = useState<readonly File[]>([])
  const send = async () => {
    const answer = await call('POST /api/open-dispute', { body: { visitId, ...draft.values } })
    draft.reset(draft.values)
    // What was settled at once needs no proof.
    const failed = answer.state === 'open' ? await sendDisputePhotos(answer.disputeId, photos) : 0
    if (answer.amountCents !== null) showToast(openDispute.settled(format.money(answer.amountCents)))
    else if (failed > 0) showToast(openDispute.photosFailed(failed), { tone: 'danger' })
    else showToast(openDispute.sent)
    onClose()
    await client.invalidateQueries({ queryKey: ['GET /api/visit-feedback'] })
  }
  const options = PROBLEMS.map((value) => ({ value, label: openDispute.problems[value] }))
  return (
    <Sheet title={openDispute.title} isOpen onClose={onClose}>
      <Form submitLabel={openDispute.send} isWide onSubmit={send}>
        <ChipGroup label={openDispute.problem} options={options} {...draft.field('problem')} />
        <TextArea label={openDispute.note} maxLength={2_000} rows={4} {...draft.field('note')} />
        <FileDrop
          label={openDispute.photos}
          {...PHOTO_FILES}
          isSeveral
          icon="camera"
          {...(photos.length > 0 ? { hint: openDispute.photosChosen(photos.length) } : {})}
          onFiles={(files) => setPhotos((before) => [...before, ...files].slice(0, MOST_DISPUTE_PHOTOS))}
        />
      </Form>
    </Sheet>
  )
}
