/** Filters under a name: chosen, kept, renamed and forgotten. */
import { useState } from 'react'
import { useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { isSame, type JobFilter, type KeptFilter, NO_FILTER } from './use-job-filter.ts'

type SavedFiltersProps = {
  kept: readonly KeptFilter[]
  filter: JobFilter
  onFilter: (filter: JobFilter) => void
}

const REFRESHES = ['GET /api/job-filters'] as const

export function SavedFilters({ kept, filter, onFilter }: SavedFiltersProps) {
  const { weeklyList: texts } = useText()
  const [named, setNamed] = useState<KeptFilter | 'new'>()
  const worn = kept.find((each) => isSame(each, filter))
  const isNew = worn === undefined && !isSame(filter, NO_FILTER)
  const remove = useAction('POST /api/remove-job-filter', { refreshes: REFRESHES })
  const forget = ({ id }: KeptFilter) =>
    remove.mutate(
      { body: { id } },
      {
        onSuccess: () => showToast(texts.removed),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return (
    <div className="grid content-end gap-2">
      {kept.length > 0 && (
        <SelectField
          label={texts.saved}
          name="saved"
          isOptional
          isUnmarked
          value={worn?.id ?? ''}
          onChange={(id) => onFilter(valuesOf(kept.find((each) => each.id === id)))}
          options={[
            { value: '', label: isNew ? texts.notSaved : texts.none },
            ...kept.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {(isNew || worn !== undefined) && (
        <div className="flex flex-wrap gap-2">
          {isNew && <Button onClick={() => setNamed('new')}>{texts.save}</Button>}
          {worn !== undefined && (
            <>
              <Button tone="quiet" onClick={() => setNamed(worn)}>
                {texts.rename}
              </Button>
              <Button tone="quiet" isBusy={remove.isPending} onClick={() => forget(worn)}>
                {texts.remove}
              </Button>
            </>
          )}
        </div>
      )}
      {named !== undefined && (
        <NameDialog named={named} filter={filter} onClose={() => setNamed(undefined)} />
      )}
    </div>
  )
}

function NameDialog({
  named,
  filter,
  onClose,
}: {
  named: KeptFilter | 'new'
  filter: JobFilter
  onClose: () => void
}) {
  const { weeklyList: texts } = useText()
  const draft = useDraft({ name: named === 'new' ? '' : named.name })
  const save = useAction('POST /api/save-job-filter', { refreshes: REFRESHES })
  const title = named === 'new' ? texts.save : texts.rename
  const submit = async () => {
    const id = named === 'new' ? {} : { id: named.id }
    await save.mutateAsync({ body: { ...id, ...valuesOf(filter), ...draft.values } })
    draft.reset()
    showToast(texts.kept)
    onClose()
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={title}>
        <TextField label={texts.name} maxLength={60} {...draft.field('name')} />
      </Form>
    </Dialog>
  )
}

function valuesOf(filter: JobFilter | undefined): JobFilter {
  const { search, groupId, serviceKey, crewId, weekday, state } = filter ?? NO_FILTER
  return { search, groupId, serviceKey, crewId, weekday, state }
}
