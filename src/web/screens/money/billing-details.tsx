/** The company on a customer's receipts and coming invoices: shown, and changed in a dialog. */
import { lazy, Suspense, useState } from 'react'
import { useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import type { Details } from './billing-details-dialog.tsx'

const Dialog = lazy(async () => ({
  default: (await import('./billing-details-dialog.tsx')).BillingDetailsDialog,
}))

export function BillingDetails({ isOnTerms }: { isOnTerms: boolean }) {
  const { details: texts } = useText().invoices
  const { data: details } = useEndpoint('GET /api/billing-details')
  const [isEditing, setEditing] = useState(false)
  if (!details) return null
  const isEmpty = factsOf(details).every(([, value]) => value === '')
  return (
    <Card title={texts.title}>
      <div className="grid gap-3">
        {isEmpty ? <p className="text-muted">{texts.nobody}</p> : <Shown {...{ details, isOnTerms }} />}
        <div>
          <Button onClick={() => setEditing(true)}>{isEmpty ? texts.add : texts.edit}</Button>
        </div>
      </div>
      {isEditing && (
        <Suspense fallback={null}>
          <Dialog {...{ details, isOnTerms }} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function Shown({ details, isOnTerms }: { details: Details; isOnTerms: boolean }) {
  const { details: texts } = useText().invoices
  const facts = isOnTerms
    ? factsOf(details)
    : factsOf(details).filter(([name, value]) => name !== 'copies' && value !== '')
  return <Facts facts={facts.map(([name, value]) => [texts[name], value || texts.none])} />
}

function factsOf(details: Details) {
  return [
    ['company', details.companyName],
    ['address', details.billingAddress],
    ['taxNumber', details.taxNumber],
    ['po', details.poNumber],
    ['copies', details.copiesTo.join(', ')],
  ] as const
}
