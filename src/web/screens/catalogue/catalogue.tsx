/** What is sold and for how much, and every number by which the business runs. */
import { useText } from '#web/text/store.ts'
import { Page } from '#web/ui/page.tsx'
import { SettingsPart } from './settings-part.tsx'

export function Catalogue() {
  const { catalogue } = useText()
  return (
    <Page title={catalogue.title} width="wide">
      <SettingsPart />
    </Page>
  )
}
