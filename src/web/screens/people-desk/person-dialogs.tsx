/** The dialogs of a person's page: correct its details, sign it out everywhere, freeze it. */
import { LANGUAGES, languageOf } from '#domain/language.ts'
import { addDays, dateAt, instantAt, localDate, localTime } from '#domain/time.ts'
import { useAction } from '#web/api.ts'
import { CreditDialog } from '#web/desk/credit-dialog.tsx'
import { Newer, useBasis } from '#web/desk/basis.tsx'
import { lookAs } from '#web/session/look-as.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { useNow } from '#web/ui/now.ts'
import { MergeDialog } from './merge-dialog.tsx'
import type { Asked, Person } from './person-type.ts'

type Props = { person: Person; onClose: () => void }

const refreshes = ['GET /api/person', 'GET /api/history'] as const

export function PersonDialog({ asked, ...props }: Props & { asked: Asked }) {
  if (asked === 'correct') return <CorrectDialog {...props} />
  if (asked === 'message') return <MessageDialog {...props} />
  if (asked === 'credit') return <Credit {...props} />
  if (asked === 'seeAs') return <SeeAsDialog {...props} />
  if (asked === 'merge') return <MergeDialog {...props} />
  return asked === 'freeze' ? <FreezeDialog {...props} /> : <SignOutDialog {...props} />
}

function CorrectDialog({ person, onClose }: Props) {
  const { correct: texts, languages } = useText().peopleDesk
  const correct = useAction('POST /api/correct-person', { refreshes })
  const draft = useDraft(valuesOf(person))
  const basis = useBasis({
    current: person,
    draft,
    valuesOf,
    markOf: ({ name, phone, email, locale }) => JSON.stringify([name, phone, email, locale]),
    labels: { name: texts.name, phone: texts.phone, email: texts.email, locale: texts.language },
    read: 'GET /api/person',
  })
  const { name, phone, email, locale } = basis.base
  const was = { name, phone, email, locale }
  const submit = async () => {
    const { values } = draft
    const body = { ...values, id: person.id, locale: languageOf(values.locale) ?? was.locale, was }
    await basis.save(() => correct.mutateAsync({ body }))
    showToast(texts.saved)
    onClose()
  }
  return (
    <Dialog title={texts.title(person.name)} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={texts.save}>
        <Newer basis={basis} />
        <p className="text-muted">{texts.body}</p>
        <TextField label={texts.name} {...draft.field('name')} />
        <PhoneField label={texts.phone} isOptional={was.phone === null} {...draft.field('phone')} />
        <TextField label={texts.email} type="email" isOptional={email === ''} {...draft.field('email')} />
        <SelectField
          label={texts.language}
          options={LANGUAGES.map((value) => ({ value, label: languages[value] }))}
          {...draft.field('locale')}
        />
        <TextField label={texts.reason} maxLength={300} {...draft.field('reason')} />
      </Form>
    </Dialog>
  )
}

type Corrected = { name: string; phone: string; email: string; locale: string; reason: string }

function valuesOf({ name, phone, email, locale }: Person): Corrected {
  return { name, phone: phone ?? '', email, locale, reason: '' }
}

function MessageDialog({ person, onClose }: Props) {
  const { message: texts } = useText().peopleDesk
  const send = useAction('POST /api/message-person', { refreshes })
  const draft = useDraft({ text: '' })
  const submit = async () => {
    await send.mutateAsync({ body: { id: person.id, text: draft.values.text } })
    draft.reset()
    showToast(texts.sent(person.name))
    onClose()
  }
  return (
    <Dialog title={texts.title(person.name)} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={texts.send}>
        <p className="text-muted">{texts.body}</p>
        <TextArea label={texts.text} maxLength={1000} rows={5} {...draft.field('text')} />
      </Form>
    </Dialog>
  )
}

/** In this tab the person's own pages show from then on, until it is over. */
function SeeAsDialog({ person, onClose }: Props) {
  const { correct, seeAs: texts } = useText().peopleDesk
  const see = useAction('POST /api/see-as')
  const draft = useDraft({ reason: '' })
  const submit = async () => {
    const { id } = person
    const { seeingId, name, endsAt } = await see.mutateAsync({ body: { id, reason: draft.values.reason } })
    lookAs({ id: seeingId, name, until: endsAt, back: window.location.pathname })
  }
  return (
    <Dialog title={texts.title(person.name)} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={texts.start}>
        <p className="text-muted">{texts.body}</p>
        <TextField label={correct.reason} maxLength={300} {...draft.field('reason')} />
      </Form>
    </Dialog>
  )
}

function Credit({ person, onClose }: Props) {
  const { id, name, email, customer } = person
  if (customer === null) return null
  return <CreditDialog customer={{ id, name, email, creditCents: customer.creditCents }} onClose={onClose} />
}

function SignOutDialog({ person, onClose }: Props) {
  const { actions, correct } = useText().peopleDesk
  const end = useAction('POST /api/end-person-sessions', { refreshes })
  const draft = useDraft({ reason: '' })
  const submit = async () => {
    await end.mutateAsync({ body: { id: person.id, reason: draft.values.reason } })
    showToast(actions.signedOut)
    onClose()
  }
  return (
    <Dialog title={actions.signOutTitle(person.name)} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={actions.signOut} tone="danger">
        <p className="text-muted">{actions.signOutBody}</p>
        <TextField label={correct.reason} maxLength={300} {...draft.field('reason')} />
      </Form>
    </Dialog>
  )
}

/** Until the end of a day where the person is. */
function FreezeDialog({ person, onClose }: Props) {
  const { operator } = useText()
  const freeze = useAction('POST /api/freeze-user', { refreshes })
  const today = dateAt(useNow(), person.timeZone)
  const draft = useDraft({ until: String(addDays(today, 7)), notes: '' })
  const submit = async () => {
    const end = instantAt(localDate(draft.values.until), localTime('24:00'), person.timeZone)
    const { notes } = draft.values
    await freeze.mutateAsync({ body: { userId: person.id, until: new Date(end).toISOString(), notes } })
    showToast(operator.people.frozen)
    onClose()
  }
  return (
    <Dialog title={operator.people.freezeTitle(person.name)} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={operator.people.freeze} tone="danger">
        <p className="text-muted">{operator.people.freezeBody}</p>
        <DateField label={operator.people.until} min={today} {...draft.field('until')} />
        <TextArea label={operator.people.notes} maxLength={500} {...draft.field('notes')} />
      </Form>
    </Dialog>
  )
}
