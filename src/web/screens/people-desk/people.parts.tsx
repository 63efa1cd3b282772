import { addDays, dateAt, instantAt, localDate, localTime } from '#domain/time.ts'
import { type Reply, useAction } from '#web/api.ts'
import { usePercent } from '#web/assignments/release-cost.tsx'
import { useMay } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { maskPhone } from '#web/ui/forms/phone.ts'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { useNow } from '#web/ui/now.ts'
import { SendLink } from './send-link.tsx'

export type Person = Reply<'POST /api/find-people'>['people'][number]

const refreshes = ['POST /api/find-people'] as const

type PersonRowProps = { person: Person; to: string; isChosen: boolean; onFreeze: () => void }

export function PersonRow({ person, to, isChosen, onFreeze }: PersonRowProps) {
  const { operator, feedback } = useText()
  const format = useFormat()
  const percent = usePercent()
  const now = useNow()
  const may = useMay()
  const unfreeze = useAction('POST /api/unfreeze-user', { refreshes })
  const isFrozen = person.frozenUntil !== null && Date.parse(person.frozenUntil) > now
  const thaw = async () => {
    await unfreeze.mutateAsync({ body: { userId: person.id } })
    showToast(operator.people.thawed)
  }
  const details = [
    person.email,
    person.phone && maskPhone(person.phone),
    person.sponsorName && operator.people.broughtBy(person.sponsorName),
    person.rating?.stars != null &&
      feedback.rate.average(person.rating.stars.toFixed(1), person.rating.count),
    person.reliability !== null && operator.people.reliability(percent(person.reliability)),
    isFrozen && person.frozenNotes,
  ]
  return (
    <ListRow
      start={
        <Avatar name={person.name} {...(person.photoUrl === null ? {} : { photoUrl: person.photoUrl })} />
      }
      title={person.name}
      to={to}
      isCurrent={isChosen}
      detail={details.filter(Boolean).join(' · ')}
      state={
        isFrozen ? (
          <Badge tone="danger">
            {operator.people.frozenUntil(format.dateTime(person.frozenUntil!, person.timeZone))}
          </Badge>
        ) : (
          <Badge>{operator.people.kinds[person.type]}</Badge>
        )
      }
      actions={
        person.type === 'Operator' ? undefined : (
          <>
            {person.photoUrl !== null && may('support') && <RemovePhoto person={person} />}
            {person.type === 'Crew' && person.phone && may('dispatch') && (
              <SendLink crewId={person.id} name={person.name} />
            )}
            {!may('support') ? null : isFrozen ? (
              <Button isBusy={unfreeze.isPending} onClick={() => void thaw()}>
                {operator.people.unfreeze}
              </Button>
            ) : (
              <Button tone="quiet" onClick={onFreeze}>
                {operator.people.freeze}
              </Button>
            )}
          </>
        )
      }
    />
  )
}

function RemovePhoto({ person }: { person: Person }) {
  const { people } = useText().operator
  const remove = useAction('POST /api/remove-crew-photo', { refreshes })
  const ask = () =>
    confirmPrompt({
      title: people.removePhotoTitle(person.name),
      submitLabel: people.removePhoto,
      isDanger: true,
      onSubmit: () => remove.mutateAsync({ body: { crewId: person.id } }),
    })
  return (
    <Button tone="quiet" onClick={() => void ask()}>
      {people.removePhoto}
    </Button>
  )
}

export function FreezeDialog({ person, onClose }: { person: Person | undefined; onClose: () => void }) {
  const { operator } = useText()
  if (person === undefined) return null
  return (
    <Dialog title={operator.people.freezeTitle(person.name)} isOpen onClose={onClose}>
      <FreezeForm person={person} onDone={onClose} />
    </Dialog>
  )
}

/** Until the end of a day where the person is. */
function FreezeForm({ person, onDone }: { person: Person; onDone: () => void }) {
  const { operator } = useText()
  const freeze = useAction('POST /api/freeze-user', { refreshes })
  const today = dateAt(useNow(), person.timeZone)
  const draft = useDraft({ until: String(addDays(today, 7)), notes: '' })
  const submit = async () => {
    const end = instantAt(localDate(draft.values.until), localTime('24:00'), person.timeZone)
    await freeze.mutateAsync({
      body: { userId: person.id, until: new Date(end).toISOString(), notes: draft.values.notes },
    })
    draft.reset()
    showToast(operator.people.frozen)
    onDone()
  }
  return (
    <Form onSubmit={submit} submitLabel={operator.people.freeze} tone="danger">
      <p className="text-muted">{operator.people.freezeBody}</p>
      <DateField label={operator.people.until} min={today} {...draft.field('until')} />
      <TextArea label={operator.people.notes} maxLength={500} {...draft.field('notes')} />
    </Form>
  )
}
