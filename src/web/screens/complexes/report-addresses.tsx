/** Who gets the proof of each night by mail. Its owner asks; whoever reads the mailbox says yes. */
import { useState } from 'react'
import { LANGUAGES, type Language } from '#domain/language.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'

type Address = Reply<'GET /api/report-addresses'>['addresses'][number]

export function ReportAddresses({ complexId }: { complexId: string }) {
  const texts = useText().complexes.mailed
  const [isAdding, setAdding] = useState(false)
  const found = useEndpoint('GET /api/report-addresses', { query: { complexId } })
  const addresses = found.data?.addresses
  return (
    <Card title={texts.title} isFlush>
      {!found.data && (
        <div className="px-4 sm:px-5">
          {found.isError ? (
            <ErrorState error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <Skeleton rows={2} />
          )}
        </div>
      )}
      {addresses?.length === 0 && <p className="px-4 pb-3 text-muted sm:px-5">{texts.none}</p>}
      {addresses && addresses.length > 0 && (
        <List label={texts.title}>
          {addresses.map((address) => (
            <AddressRow key={address.id} address={address} />
          ))}
        </List>
      )}
      <div className="p-4 sm:px-5">
        <Button icon="plus" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      </div>
      {isAdding && <AddressForm complexId={complexId} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function AddressRow({ address }: { address: Address }) {
  const texts = useText().complexes.mailed
  const format = useFormat()
  const remove = useAction('POST /api/remove-report-address', { refreshes: ['GET /api/report-addresses'] })
  const { id, email, confirmedAt, askedAt } = address
  const takeOff = () =>
    remove.mutate(
      { body: { addressId: id } },
      {
        onSuccess: () => showToast(texts.removed(email)),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return (
    <ListRow
      icon="mail"
      // A box of its own: an address has no first letter to make large.
      title={<span className="inline-block">{email}</span>}
      detail={
        confirmedAt === null ? texts.asked(format.dateOf(askedAt)) : texts.since(format.dateOf(confirmedAt))
      }
      state={confirmedAt === null ? <Badge tone="warn">{texts.waiting}</Badge> : undefined}
      actions={
        <Button tone="quiet" aria-label={texts.removeOf(email)} isBusy={remove.isPending} onClick={takeOff}>
          {texts.remove}
        </Button>
      }
    />
  )
}

type Values = { email: string; locale: Language }

function AddressForm({ complexId, onClose }: { complexId: string; onClose: () => void }) {
  const { complexes, shell } = useText()
  const texts = complexes.mailed
  const draft = useDraft<Values>({ email: '', locale: useLanguage() })
  const add = useAction('POST /api/add-report-address', { refreshes: ['GET /api/report-addresses'] })
  const submit = async () => {
    await add.mutateAsync({ body: { complexId, ...draft.values } })
    showToast(texts.sent(draft.values.email))
    draft.reset()
    onClose()
  }
  return (
    <Dialog title={texts.add} isOpen onClose={onClose} isSheet>
      <Form onSubmit={submit} submitLabel={texts.send}>
        <p className="text-muted">{texts.body}</p>
        <TextField type="email" label={texts.email} autoComplete="off" {...draft.field('email')} />
        <SelectField
          label={texts.language}
          options={LANGUAGES.map((language) => ({ value: language, label: shell.language[language] }))}
          {...draft.field('locale')}
        />
      </Form>
    </Dialog>
  )
}
