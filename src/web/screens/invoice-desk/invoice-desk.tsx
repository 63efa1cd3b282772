/** The operator's invoices: what is open by customer and age, every invoice with what came for it, and who has terms. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Only } from '#web/session/may.tsx'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AgeingPart } from './ageing-part.tsx'
import { InvoicesPart } from './invoices-part.tsx'
import { TermsDialog } from './lazy-terms-dialog.tsx'

const SHOWN = ['ageing', 'all'] as const

export function InvoiceDesk() {
  const { invoiceDesk: texts } = useText()
  const [search, setSearch] = useSearchParams()
  const [isGranting, setGranting] = useState(false)
  // A notice names one invoice alone, and a row of the ageing one customer.
  const isNamed = search.has('id') || search.has('customer')
  const active = SHOWN.find((each) => each === search.get('show')) ?? (isNamed ? 'all' : 'ageing')
  return (
    <Page
      title={texts.title}
      width="wide"
      actions={
        <Only may="money" isSaid>
          <Button onClick={() => setGranting(true)}>{texts.grant}</Button>
        </Only>
      }
    >
      <Tabs
        label={texts.title}
        tabs={SHOWN.map((key) => ({ key, label: texts.tabs[key] }))}
        active={active}
        onSelect={(show) => setSearch({ show }, { replace: true })}
      >
        {active === 'ageing' && <AgeingPart />}
        {active === 'all' && <InvoicesPart />}
      </Tabs>
      {isGranting && <TermsDialog onClose={() => setGranting(false)} />}
    </Page>
  )
}
