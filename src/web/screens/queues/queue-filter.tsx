/** What of a queue is shown, and the filters that somebody keeps under a name. */
import { useState } from 'react'
import { QUEUE_OWNERS, type Queue } from '#contract/queue-kinds.ts'
import { useAction } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useIsDesk } from '#web/ui/looks/desk.ts'
import { COMES } from './item-words.ts'
import { type Filter, filterOf, isSame, NO_FILTER, useFilters } from './use-filters.ts'

type QueueFilterProps = { kind: Queue; filter: Filter; onFilter: (filter: Filter) => void }

const AGES = ['0', '1', '4', '24', '168'] as const
const OF_VISITS: ReadonlySet<Queue> = new Set([
  'late',
  'unassigned',
  'unconfirmed',
  'missed',
  'flagged',
  'disputes',
  'late_reports',
])

/** On a phone it is folded, so that what waits is seen first. */
export function QueueFilter(props: QueueFilterProps) {
  const { filter: texts } = useText().queues
  const isDesk = useIsDesk()
  const [isOpen, setOpen] = useState(props.filter !== NO_FILTER)
  if (isDesk) return <Fields {...props} />
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-medium">{texts.title}</summary>
      <Fields {...props} />
    </details>
  )
}

function Fields({ kind, filter, onFilter }: QueueFilterProps) {
  const { filter: texts } = useText().queues
  const services = useServices()
  const set = (part: Partial<Filter>) => {
    const next = { ...filter, ...part }
    onFilter(isSame(next, NO_FILTER) ? NO_FILTER : next)
  }
  return (
    <section aria-label={texts.title} className="flex flex-wrap items-end gap-3">
      <TextField
        label={texts.text}
        name="text"
        type="search"
        isOptional
        isUnmarked
        maxLength={100}
        value={filter.text}
        onChange={(text) => set({ text })}
      />
      <SelectField
        label={texts.owner}
        name="owner"
        isOptional
        isUnmarked
        value={filter.owner}
        onChange={(owner) => set({ owner })}
        options={QUEUE_OWNERS.map((value) => ({ value, label: texts.owners[value] }))}
      />
      {!COMES.has(kind) && (
        <SelectField
          label={texts.waits}
          name="waits"
          isOptional
          isUnmarked
          value={AGES.find((age) => Number(age) === filter.waitsHours) ?? '0'}
          onChange={(age) => set({ waitsHours: Number(age) })}
          options={AGES.map((value) => ({ value, label: texts.ages[value] }))}
        />
      )}
      {OF_VISITS.has(kind) && (
        <SelectField
          label={texts.service}
          name="service"
          isOptional
          isUnmarked
          value={filter.serviceKey}
          onChange={(serviceKey) => set({ serviceKey })}
          options={[
            { value: '', label: texts.anyService },
            ...services.all.map(({ key }) => ({ value: key, label: services.name(key) })),
          ]}
        />
      )}
      <SavedFilters kind={kind} filter={filter} onFilter={onFilter} />
    </section>
  )
}

function SavedFilters({ kind, filter, onFilter }: QueueFilterProps) {
  const { filter: texts } = useText().queues
  const [isSaving, setSaving] = useState(false)
  const { kept } = useFilters(kind)
  const remove = useAction('POST /api/remove-queue-filter', { refreshes: ['GET /api/queue-filters'] })
  const worn = kept.find((each) => isSame(filterOf(each), filter))
  const isFiltered = !isSame(filter, NO_FILTER)
  const choose = (id: string) => {
    const chosen = kept.find((each) => each.id === id)
    onFilter(chosen === undefined ? NO_FILTER : filterOf(chosen))
  }
  const forget = (id: string) =>
    remove.mutate(
      { body: { id } },
      {
        onSuccess: () => showToast(texts.removed),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return (
    <>
      {kept.length > 0 && (
        <SelectField
          label={texts.saved}
          name="saved"
          isOptional
          isUnmarked
          value={worn?.id ?? ''}
          onChange={choose}
          options={[
            { value: '', label: texts.none },
            ...kept.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {isFiltered && worn === undefined && <Button onClick={() => setSaving(true)}>{texts.save}</Button>}
      {worn !== undefined && (
        <Button
          tone="quiet"
          aria-label={`${texts.remove}: ${worn.name}`}
          isBusy={remove.isPending}
          onClick={() => forget(worn.id)}
        >
          {texts.remove}
        </Button>
      )}
      {isFiltered && (
        <Button tone="quiet" onClick={() => onFilter(NO_FILTER)}>
          {texts.clear}
        </Button>
      )}
      {isSaving && <SaveDialog kind={kind} filter={filter} onClose={() => setSaving(false)} />}
    </>
  )
}

function SaveDialog({ kind, filter, onClose }: { kind: Queue; filter: Filter; onClose: () => void }) {
  const { filter: texts } = useText().queues
  const draft = useDraft({ name: '', isDefault: false })
  const save = useAction('POST /api/save-queue-filter', { refreshes: ['GET /api/queue-filters'] })
  const submit = async () => {
    await save.mutateAsync({ body: { kind, ...filter, ...draft.values } })
    showToast(texts.kept)
    onClose()
  }
  return (
    <Dialog title={texts.save} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={texts.save}>
        <TextField label={texts.name} maxLength={60} {...draft.field('name')} />
        <CheckboxField label={texts.isDefault} {...draft.field('isDefault')} />
      </Form>
    </Dialog>
  )
}
