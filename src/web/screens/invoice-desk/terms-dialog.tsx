/** Grants one customer net terms, changes or ends them; the customer is found first, unless one is named. */
import { useDeferredValue, useState } from 'react'
import { INVOICE_PERIODS } from '#domain/billing/terms.ts'
import type { UserId } from '#domain/ids.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { readDollars } from '#web/money/dollars.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Customer = { readonly id: UserId; readonly name: string }
type Terms = Reply<'GET /api/terms'>['terms']
type DialogProps = { customer?: Customer; onClose: () => void }

/** As they may be granted; 0 ends them. */
const NET_DAYS = [0, 7, 15, 30] as const
/** As the server has it for who names none. */
const USUAL_LIMIT = '1000.00'

export function TermsDialog({ customer, onClose }: DialogProps) {
  const { invoiceDesk: texts } = useText()
  const [found, setFound] = useState(customer)
  return (
    <Dialog title={found ? texts.grantFor(found.name) : texts.grantTitle} isOpen isWide onClose={onClose}>
      {found ? <TermsOf customer={found} onDone={onClose} /> : <FindCustomer onFound={setFound} />}
    </Dialog>
  )
}

function FindCustomer({ onFound }: { onFound: (customer: Customer) => void }) {
  const { invoiceDesk: texts } = useText()
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed)
  const people = useEndpointPages(
    'POST /api/find-people',
    { body: { text, type: 'Customer' } },
    (page) => page.people,
  )
  return (
    <div className="grid gap-3">
      <TextField
        label={texts.search}
        name="search"
        type="search"
        value={typed}
        onChange={setTyped}
        isOptional
      />
      {people.isPending && <Skeleton rows={4} />}
      {people.isError && <ErrorState error={people.error} onRetry={() => void people.refetch()} />}
      {people.isSuccess && people.rows.length === 0 && <p className="text-muted">{texts.noCustomer}</p>}
      <List label={texts.grantTitle}>
        {people.rows.map((person) => (
          <ListRow
            key={person.id}
            title={person.name}
            detail={person.email}
            onClick={() => onFound({ id: person.id, name: person.name })}
          />
        ))}
      </List>
    </div>
  )
}

function TermsOf({ customer, onDone }: { customer: Customer; onDone: () => void }) {
  const read = useEndpoint('GET /api/terms', { query: { customerId: customer.id } })
  if (read.isError && !read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeleton rows={6} />
  return <TermsForm customer={customer} terms={read.data.terms} onDone={onDone} />
}

type FormProps = { customer: Customer; terms: Terms; onDone: () => void }

function TermsForm({ customer, terms, onDone }: FormProps) {
  const { invoiceDesk: texts } = useText()
  const draft = useDraft({
    netDays: `${terms?.netDays ?? 30}`,
    period: terms?.period ?? INVOICE_PERIODS[0],
    limit: terms ? (terms.creditLimitCents / 100).toFixed(2) : USUAL_LIMIT,
    companyName: terms?.companyName ?? customer.name,
    billingAddress: terms?.billingAddress ?? '',
    taxNumber: terms?.taxNumber ?? '',
    poNumber: terms?.poNumber ?? '',
    copies: terms?.copiesTo.join(', ') ?? '',
  })
  const save = useAction('POST /api/set-terms', { refreshes: ['GET /api/terms', 'GET /api/ageing'] })
  const submit = async () => {
    const { netDays, limit, copies, ...papers } = draft.values
    const creditLimitCents = readDollars(limit)
    if (creditLimitCents === null) throw new FormRefusal(texts.amountWrong, { limit: texts.amountWrong })
    const copiesTo = copies
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
    const days = NET_DAYS.find((each) => `${each}` === netDays) ?? 0
    await save.mutateAsync({
      body: { customerId: customer.id, netDays: days, creditLimitCents, copiesTo, ...papers },
    })
    draft.reset()
    showToast(texts.saved)
    onDone()
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.save}>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <SelectField
          label={texts.netDays}
          options={NET_DAYS.map((days) => ({
            value: `${days}`,
            label: days === 0 ? texts.noTerms : texts.net(`${days}`),
          }))}
          {...draft.field('netDays')}
        />
        <SelectField
          label={texts.period}
          options={INVOICE_PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
          {...draft.field('period')}
        />
        <TextField label={texts.limit} hint={texts.limitHint} inputMode="decimal" {...draft.field('limit')} />
        <TextField label={texts.company} maxLength={120} {...draft.field('companyName')} />
      </div>
      <TextArea label={texts.address} maxLength={300} isOptional {...draft.field('billingAddress')} />
      <TextField label={texts.taxNumber} maxLength={60} isOptional {...draft.field('taxNumber')} />
      <TextField label={texts.po} maxLength={60} isOptional {...draft.field('poNumber')} />
      <TextField label={texts.copies} hint={texts.copiesHint} isOptional {...draft.field('copies')} />
    </Form>
  )
}
