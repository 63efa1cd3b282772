/** The buildings of a complex in the order of the walk, each with its doors. */
import { useState } from 'react'
import { useAction } from '#web/api.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import type { Building, Complex } from './replies.ts'

type Edited = Building | 'new'

export function Buildings({ complex }: { complex: Complex }) {
  const { complexes } = useText()
  const texts = complexes.buildings
  const [edited, edit] = useState<Edited>()
  const mayChange = useMayHere()('places')
  return (
    <Card title={texts.title} isFlush>
      {complex.buildings.length === 0 ? (
        <p className="px-4 pb-3 text-muted sm:px-5">{texts.none}</p>
      ) : (
        <List label={texts.title}>
          {complex.buildings.map((building) => (
            <ListRow
              key={building.id}
              icon="building"
              title={building.name}
              detail={building.units}
              end={complexes.doors(building.unitCount)}
              actions={mayChange && <BuildingMenu building={building} onEdit={() => edit(building)} />}
            />
          ))}
        </List>
      )}
      {mayChange && (
        <div className="p-4 sm:px-5">
          <Button icon="plus" onClick={() => edit('new')}>
            {texts.add}
          </Button>
        </div>
      )}
      {edited && <BuildingForm complexId={complex.id} edited={edited} onClose={() => edit(undefined)} />}
    </Card>
  )
}

function BuildingMenu({ building, onEdit }: { building: Building; onEdit: () => void }) {
  const texts = useText().complexes.buildings
  const remove = useAction('POST /api/remove-building', { refreshes: ['GET /api/complex'] })
  const ask = () =>
    confirmPrompt({
      title: texts.removeTitle(building.name),
      body: texts.removeBody,
      submitLabel: texts.remove,
      isDanger: true,
      onSubmit: () => remove.mutateAsync({ body: { buildingId: building.id } }),
    })
  return (
    <Menu
      label={texts.actions(building.name)}
      items={[
        { label: texts.editTitle, icon: 'settings', onSelect: onEdit },
        { label: texts.remove, icon: 'bin', isDanger: true, onSelect: () => void ask() },
      ]}
    />
  )
}

type BuildingFormProps = { complexId: string; edited: Edited; onClose: () => void }

function BuildingForm({ complexId, edited, onClose }: BuildingFormProps) {
  const texts = useText().complexes.buildings
  const building = edited === 'new' ? undefined : edited
  const draft = useDraft({ name: building?.name ?? '', units: building?.units ?? '' })
  const save = useAction('POST /api/save-building', { refreshes: ['GET /api/complex'] })
  const submit = async () => {
    const buildingId = building && { buildingId: building.id }
    await save.mutateAsync({ body: { complexId: complexId, ...buildingId, ...draft.values } })
    draft.reset()
    showToast(texts.saved)
    onClose()
  }
  return (
    <Dialog title={building ? texts.editTitle : texts.add} isOpen onClose={onClose} isSheet>
      <Form onSubmit={submit} submitLabel={texts.save}>
        <TextField label={texts.name} maxLength={60} {...draft.field('name')} />
        <TextArea
          label={texts.doors}
          hint={texts.doorsHint}
          rows={3}
          maxLength={6_000}
          {...draft.field('units')}
        />
      </Form>
    </Dialog>
  )
}
