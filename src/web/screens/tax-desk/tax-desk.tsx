/** The operator's taxes: sales tax of a period, its rates, certificates of exemption, and the forms that crews get. */
import { useSearchParams } from 'react-router'
import { useText } from '#web/text/store.ts'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { CertificatesPart } from './certificates-part.tsx'
import { FormsPart } from './forms-part.tsx'
import { RatesPart } from './rates-part.tsx'
import { SalesTaxPart } from './sales-tax-part.tsx'

const SHOWN = ['sales', 'rates', 'certificates', 'forms'] as const

export function TaxDesk() {
  const { taxDesk } = useText()
  const [search, setSearch] = useSearchParams()
  const active = SHOWN.find((each) => each === search.get('show')) ?? 'sales'
  return (
    <Page title={taxDesk.title} width="wide">
      <Tabs
        label={taxDesk.title}
        tabs={SHOWN.map((key) => ({ key, label: taxDesk.tabs[key] }))}
        active={active}
        onSelect={(show) => setSearch({ show }, { replace: true })}
      >
        {active === 'sales' && <SalesTaxPart />}
        {active === 'rates' && <RatesPart />}
        {active === 'certificates' && <CertificatesPart />}
        {active === 'forms' && <FormsPart />}
      </Tabs>
    </Page>
  )
}
