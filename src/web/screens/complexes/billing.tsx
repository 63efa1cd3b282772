/** Under which purchase order a complex stands on its customer's invoices: shown, and changed in a prompt. */
import { useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import type { Complex } from './replies.ts'

type Invoicing = NonNullable<Complex['invoicing']>

export function Billing({ complex, invoicing }: { complex: Complex; invoicing: Invoicing }) {
  const texts = useText().complexes.invoicing
  const { poNumber, usualPoNumber } = invoicing
  const save = useAction('POST /api/save-complex-po-number', { refreshes: ['GET /api/complex'] })
  const change = async () => {
    const values = await openPrompt({
      title: texts.change,
      body: texts.changeHint,
      inputs: [{ name: 'poNumber', label: texts.po, value: poNumber, isOptional: true }],
      submitLabel: texts.save,
      onSubmit: (given) =>
        save.mutateAsync({ body: { complexId: complex.id, poNumber: given['poNumber'] ?? '' } }),
    })
    if (values !== undefined) showToast(texts.saved)
  }
  const usual = usualPoNumber === '' ? texts.noPo : texts.usualPo(usualPoNumber)
  return (
    <Card title={texts.title}>
      <div className="grid gap-3">
        <Facts facts={[[texts.po, poNumber === '' ? usual : poNumber]]} />
        <p className="text-sm text-muted">{texts.hint}</p>
        <div>
          <Button onClick={() => void change()}>{texts.change}</Button>
        </div>
      </div>
    </Card>
  )
}
