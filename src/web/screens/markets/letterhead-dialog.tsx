/** Who we are on a city's papers is changed: papers from then on bear it. */
import { useAction } from '#web/api.ts'
import { Newer, useBasis } from '#web/desk/basis.tsx'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import type { Market } from './market-type.ts'

export function LetterheadDialog({ market, onClose }: { market: Market; onClose: () => void }) {
  const { letterhead: texts } = useText().markets
  const draft = useDraft(factsOf(market.letterhead))
  const basis = useBasis({
    current: market.letterhead,
    draft,
    valuesOf: factsOf,
    markOf: ({ version }) => version,
    labels: {
      legalName: texts.legalName,
      postalAddress: texts.postalAddress,
      taxNumber: texts.taxNumber,
    },
    read: 'GET /api/market',
  })
  const save = useAction('POST /api/save-letterhead', { refreshes: ['GET /api/market'] })
  const submit = async () => {
    const body = { ...draft.values, marketId: market.id, basedOn: basis.base.version }
    await basis.save(() => save.mutateAsync({ body }))
    showToast(texts.saved)
    onClose()
  }
  return (
    <Dialog title={texts.title} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={texts.save}>
        <Newer basis={basis} />
        <p className="text-muted">{texts.hint}</p>
        <TextField label={texts.legalName} maxLength={120} {...draft.field('legalName')} />
        <TextArea label={texts.postalAddress} maxLength={300} {...draft.field('postalAddress')} />
        <TextField
          label={texts.taxNumber}
          hint={texts.taxNumberHint}
          maxLength={60}
          isOptional
          {...draft.field('taxNumber')}
        />
      </Form>
    </Dialog>
  )
}

function factsOf({
  version: _version,
  ...facts
}: Market['letterhead']): Omit<Market['letterhead'], 'version'> {
  return facts
}
