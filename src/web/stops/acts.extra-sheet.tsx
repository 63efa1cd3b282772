/** Asking for more work: of the catalogue at its price, or in the crew's own words with a price. */
import { useState } from 'react'
import { cents } from '#domain/money.ts'
import { type Reply, useAction } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { readDollars } from '#web/money/dollars.ts'
import type { ActPhoto } from '#web/photos/act-photo.ts'
import { ActPhotoField } from '#web/photos/act-photo-field.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { DayStop } from './do-visit.ts'

const OWN = 'own'

type ExtraSheetProps = { stop: DayStop; visit: Reply<'GET /api/visit-now'>; onClose: () => void }

export function ExtraSheet({ stop, visit, onClose }: ExtraSheetProps) {
  const { today } = useText()
  const texts = today.extra
  const services = useServices()
  const format = useFormat()
  const draft = useDraft({ what: OWN, note: '', dollars: '', quantity: 1 })
  const [photo, setPhoto] = useState<ActPhoto>()
  const action = useAction('POST /api/propose-extra-work', { refreshes: ['GET /api/visit-now'] })
  const { what, quantity } = draft.values
  const amountCents = readDollars(draft.values.dollars)
  const isOwn = what === OWN
  const isWhole = isOwn ? draft.values.note.trim() !== '' && amountCents !== null : true
  const send = () => {
    const chosen = isOwn
      ? { note: draft.values.note, amountCents: amountCents ?? 0 }
      : { serviceKey: what, quantity }
    const shown = photo === undefined ? {} : { photoId: photo.photoId }
    action.mutate(
      { body: { visitId: stop.visitId, ...chosen, ...shown } },
      {
        onSuccess: () => {
          showToast(texts.sent)
          onClose()
        },
      },
    )
  }
  const unitCents = visit.extraServices.find(({ serviceKey }) => serviceKey === what)?.unitCents
  return (
    <Sheet
      title={texts.title}
      isOpen
      onClose={onClose}
      actions={
        <Button tone="primary" isLarge isWide disabled={!isWhole} isBusy={action.isPending} onClick={send}>
          {texts.send}
        </Button>
      }
    >
      <div className="grid gap-4">
        {action.error && (
          <Banner tone="danger" isAlert>
            {action.error.message}
          </Banner>
        )}
        <SelectField
          label={texts.what}
          {...draft.field('what')}
          options={[
            { value: OWN, label: texts.own },
            ...visit.extraServices.map(({ serviceKey, unitCents: each }) => ({
              value: serviceKey,
              label: `${services.name(serviceKey)} · ${format.money(each)}`,
            })),
          ]}
        />
        {isOwn ? (
          <>
            <TextField label={texts.note} maxLength={120} {...draft.field('note')} />
            <TextField
              label={texts.amount}
              hint={texts.amountHint}
              inputMode="decimal"
              {...draft.field('dollars')}
              error={draft.values.dollars !== '' && amountCents === null ? texts.amountInvalid : undefined}
            />
          </>
        ) : (
          <NumberStepper label={texts.quantity} min={1} max={100} {...draft.field('quantity')} />
        )}
        {unitCents !== undefined && (
          <p className="nums font-semibold">{format.money(cents(unitCents * quantity))}</p>
        )}
        <ActPhotoField place={stop} label={texts.photo} photo={photo} onPhoto={setPhoto} />
      </div>
    </Sheet>
  )
}
