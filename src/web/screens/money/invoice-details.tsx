/** What stands on a customer's coming invoices, and who gets them by mail: shown, and changed in a dialog. */
import { lazy, Suspense, useState } from 'react'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import type { InvoiceTerms } from './invoice-details-dialog.tsx'

const Dialog = lazy(async () => ({
  default: (await import('./invoice-details-dialog.tsx')).InvoiceDetailsDialog,
}))

export function InvoiceDetails({ terms }: { terms: InvoiceTerms }) {
  const { details: texts } = useText().invoices
  const [isEditing, setEditing] = useState(false)
  return (
    <div className="grid gap-3 px-4 py-3">
      <Facts
        facts={[
          [texts.company, terms.companyName],
          [texts.address, terms.billingAddress || texts.none],
          [texts.po, terms.poNumber || texts.none],
          [texts.copies, terms.copiesTo.join(', ') || texts.none],
        ]}
      />
      <div>
        <Button onClick={() => setEditing(true)}>{texts.edit}</Button>
      </div>
      {isEditing && (
        <Suspense fallback={null}>
          <Dialog terms={terms} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}
