/** The place cannot be entered: why, a photo, and how the crew tried to reach somebody. */
import { useState } from 'react'
import { ACCESS_REASONS, type AccessReason } from '#domain/pricing/call-out.ts'
import { useAction } from '#web/api.ts'
import { device } from '#web/bridge/device.ts'
import type { ActPhoto } from '#web/photos/act-photo.ts'
import { ActPhotoField } from '#web/photos/act-photo-field.tsx'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import type { DayStop } from './do-visit.ts'

const CONTACTS = ['rang', 'called', 'waited', 'none'] as const

export function AccessSheet({ stop, onClose }: { stop: DayStop; onClose: () => void }) {
  const { access } = useText().today
  const draft = useDraft<{ reason: AccessReason; contact: (typeof CONTACTS)[number]; note: string }>({
    reason: 'gate',
    contact: 'rang',
    note: '',
  })
  const [photo, setPhoto] = useState<ActPhoto>()
  const report = useReport(stop, onClose)
  const { reason, note } = draft.values
  const isWhole = photo !== undefined && (reason !== 'other' || note.trim() !== '')
  return (
    <Sheet
      title={access.title}
      isOpen
      onClose={onClose}
      actions={
        <Button
          tone="primary"
          isLarge
          isWide
          disabled={!isWhole}
          isBusy={report.isBusy}
          onClick={() => photo && void report.send({ ...draft.values, photoId: photo.photoId })}
        >
          {access.send}
        </Button>
      }
    >
      <div className="grid gap-4">
        {report.error && (
          <Banner tone="danger" isAlert>
            {report.error}
          </Banner>
        )}
        <ChipGroup
          label={access.reason}
          {...draft.field('reason')}
          options={ACCESS_REASONS.map((value) => ({ value, label: access.reasons[value] }))}
        />
        {reason === 'other' && <TextArea label={access.note} maxLength={500} {...draft.field('note')} />}
        <ChipGroup
          label={access.contact}
          {...draft.field('contact')}
          options={CONTACTS.map((value) => ({ value, label: access.contacts[value] }))}
        />
        <ActPhotoField place={stop} label={access.photo} photo={photo} onPhoto={setPhoto} />
        {!photo && <p className="text-sm text-muted">{access.photoMissing}</p>}
      </div>
    </Sheet>
  )
}

/** The location is evidence: it goes along where the phone can tell it, and never stands in the way. */
function useReport(stop: DayStop, onSent: () => void) {
  const [isLocating, setLocating] = useState(false)
  const action = useAction('POST /api/report-access-problem', {
    refreshes: ['GET /api/visit-now', 'GET /api/day'],
  })
  const send = async (values: {
    reason: AccessReason
    contact: (typeof CONTACTS)[number]
    note: string
    photoId: string
  }) => {
    setLocating(true)
    const location = await device().currentLocation()
    setLocating(false)
    const at = location === null ? {} : { lat: location.lat, lng: location.lng }
    action.mutate({ body: { visitId: stop.visitId, ...values, ...at } }, { onSuccess: onSent })
  }
  return { send, isBusy: isLocating || action.isPending, error: action.error?.message }
}
