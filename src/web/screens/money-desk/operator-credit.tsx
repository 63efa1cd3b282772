import { useDeferredValue, useState } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { CreditDialog } from '#web/desk/credit-dialog.tsx'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'

type Customer = Reply<'POST /api/find-credit-customers'>['customers'][number]

/** Credit by hand: who has how much, and what was given and taken. */
export function CreditPanel() {
  const { credit: text } = useText().books
  const [search, setSearch] = useState('')
  const [changing, setChanging] = useState<Customer>()
  const wanted = useDeferredValue(search.trim())
  const found = useEndpoint(
    'POST /api/find-credit-customers',
    { body: { search: wanted } },
    { isEnabled: wanted.length > 1 },
  )
  return (
    <>
      <Card title={text.title}>
        <p className="pb-3 text-muted">{text.body}</p>
        <TextField label={text.search} name="search" value={search} onChange={setSearch} />
        {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {found.data && wanted.length > 1 && (
          <List label={text.title}>
            {found.data.customers.map((customer) => (
              <CustomerRow key={customer.id} customer={customer} onChange={() => setChanging(customer)} />
            ))}
          </List>
        )}
      </Card>
      <History />
      {changing && <CreditDialog customer={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}

function CustomerRow({ customer, onChange }: { customer: Customer; onChange: () => void }) {
  const { credit: text } = useText().books
  return (
    <ListRow
      title={customer.name}
      detail={customer.email}
      end={<Money amountCents={customer.creditCents} />}
      actions={
        <Only may="refund" isSaid>
          <Button tone="quiet" aria-label={text.changeOf(customer.name)} onClick={onChange}>
            {text.change}
          </Button>
        </Only>
      }
    />
  )
}

function History() {
  const { credit: text, more } = useText().books
  const format = useFormat()
  const pages = useEndpointPages('GET /api/credit-changes', {}, (page) => page.changes)
  return (
    <PagedList
      pages={pages}
      label={text.history}
      more={more}
      empty={<EmptyState icon="list" title={text.none} />}
    >
      {(change) => (
        <ListRow
          key={change.id}
          title={`${change.customerName} · ${text[change.kind]}`}
          detail={`${change.reason} · ${change.operatorName} · ${format.dateTime(change.at)}`}
          end={<Money amountCents={change.amountCents} />}
        />
      )}
    </PagedList>
  )
}
