/** The dialogs that add a complex and change one. Where it stands is chosen once; what a new one is to be is kept. */
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { textOf } from '#contract/outside.ts'
import { useAction, useEndpoint } from '#web/api.ts'
import type { ChosenPlace } from '#web/places/address-field.tsx'
import { requireAddress } from '#web/places/chosen-address.ts'
import { GroupField, groupNameOf } from '#web/places/group-field.tsx'
import { placeIn } from '#web/places/kept-place.ts'
import { PlaceField } from '#web/places/place-field.tsx'
import { type KeptForm, useKeptDraft } from '#web/steps/use-kept-draft.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { linkTo } from '#web/urls.ts'
import type { Complex } from './replies.ts'

const READS = ['POST /api/get-complexes', 'POST /api/get-complex-groups', 'GET /api/complex'] as const

type Values = { name: string; units: number; groupName: string; instructions: string }
type NewComplex = Values & { place: ChosenPlace | null }

const EMPTY: NewComplex = { name: '', units: 20, groupName: '', instructions: '', place: null }

const NEW_COMPLEX: KeptForm<NewComplex> = {
  name: 'new-complex',
  version: 1,
  read: (kept, empty) => ({
    name: textOf(kept['name']) ?? empty.name,
    units: typeof kept['units'] === 'number' ? kept['units'] : empty.units,
    groupName: textOf(kept['groupName']) ?? empty.groupName,
    instructions: textOf(kept['instructions']) ?? empty.instructions,
    place: placeIn(kept['place']),
  }),
}

export function AddComplex({ onClose }: { onClose: () => void }) {
  const { complexes, onboarding, ui } = useText()
  const texts = complexes.form
  const navigate = useNavigate()
  const add = useAction('POST /api/add-complex', { refreshes: READS })
  const draft = useKeptDraft(NEW_COMPLEX, EMPTY)
  const { place, ...values } = draft.values
  const submit = async () => {
    const { address, lat, lng } = requireAddress(place, 'address', onboarding.address.needed)
    const groupName = groupNameOf(values.groupName)
    const { complexId } = await add.mutateAsync({ body: { ...values, groupName, address, lat, lng } })
    showToast(texts.added(values.name))
    draft.finish()
    // Back leads to the list, not to a form that was sent.
    await navigate(linkTo('customerComplex', {}, { id: complexId }), { replace: true })
  }
  return (
    <Dialog title={texts.addTitle} isOpen onClose={onClose} isSheet isWide>
      <Form
        onSubmit={submit}
        submitLabel={texts.save}
        secondary={
          <Button tone="quiet" onClick={draft.finish}>
            {ui.startOver}
          </Button>
        }
      >
        <Fields draft={draft}>
          <PlaceField
            label={texts.address}
            name="address"
            value={place}
            onChange={(chosen) => draft.set({ place: chosen })}
          />
        </Fields>
      </Form>
    </Dialog>
  )
}

export function EditComplex({ complex, onClose }: { complex: Complex; onClose: () => void }) {
  const texts = useText().complexes.form
  const update = useAction('POST /api/update-complex', { refreshes: READS })
  const { name, units, groupName, instructions } = complex
  const draft = useDraft<Values>({ name, units, groupName: groupName ?? '', instructions })
  const submit = async () => {
    const body = { ...draft.values, groupName: groupNameOf(draft.values.groupName), complexId: complex.id }
    await update.mutateAsync({ body })
    showToast(texts.saved)
    draft.reset()
    onClose()
  }
  return (
    <Dialog title={texts.editTitle} isOpen onClose={onClose} isSheet isWide>
      <Form onSubmit={submit} submitLabel={texts.save}>
        <Fields draft={draft} />
      </Form>
    </Dialog>
  )
}

type FieldsProps = { draft: Pick<Draft<Values>, 'field'>; children?: ReactNode }

/** `children` stand below the name. */
function Fields({ draft, children }: FieldsProps) {
  const texts = useText().complexes.form
  const groups = useEndpoint('POST /api/get-complex-groups', { body: {} })
  return (
    <>
      <TextField label={texts.name} maxLength={200} {...draft.field('name')} />
      {children}
      <NumberStepper label={texts.units} min={1} max={5_000} {...draft.field('units')} />
      <GroupField
        label={texts.group}
        hint={texts.groupHint}
        groups={groups.data}
        {...draft.field('groupName')}
      />
      <TextArea
        label={texts.instructions}
        hint={texts.instructionsHint}
        rows={4}
        maxLength={4_000}
        isOptional
        {...draft.field('instructions')}
      />
    </>
  )
}
