/** The one answer to a chargeback: the evidence with a note, read before, or the loss accepted. */
import { EVIDENCE_PARTS, type EvidencePart } from '#domain/billing/chargebacks.ts'
import { addressOf, useAction } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { ExternalLink } from '#web/ui/link.tsx'
import type { Chargeback } from './chargeback-state.tsx'

const REFRESHES = ['GET /api/chargeback', 'POST /api/get-chargebacks', 'GET /api/ledger-balances'] as const

export function AnswerForm({ chargeback }: { chargeback: Chargeback }) {
  if (!chargeback.canAnswer) return <Answered chargeback={chargeback} />
  return (
    <Only may="money" isSaid>
      <Open chargeback={chargeback} />
    </Only>
  )
}

function Answered({ chargeback }: { chargeback: Chargeback }) {
  const { chargebacks: texts } = useText()
  const format = useFormat()
  const { sentAt, answeredBy, end, note } = chargeback
  if (sentAt === null) return end === 'accepted' && answeredBy ? <p>{texts.acceptedBy(answeredBy)}</p> : null
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">{texts.answer}</h3>
      <p>{texts.sentOn(format.dateTime(sentAt), answeredBy ?? '–')}</p>
      {note !== '' && <p className="whitespace-pre-line wrap-anywhere text-muted">{note}</p>}
      <div>
        <ExternalLink
          href={addressOf('GET /api/evidence-pdf', { id: chargeback.id })}
          isButton
          icon="download"
          isNewTab={false}
        >
          {texts.readSent}
        </ExternalLink>
      </div>
    </section>
  )
}

function Open({ chargeback }: { chargeback: Chargeback }) {
  const { chargebacks: texts } = useText()
  const format = useFormat()
  const { id: chargebackId } = chargeback
  const draft = useDraft({ note: chargeback.note, photos: true, messages: true, history: true })
  const send = useAction('POST /api/send-evidence', { refreshes: REFRESHES })
  const accept = useAction('POST /api/accept-chargeback', { refreshes: REFRESHES })
  const { note } = draft.values
  const without = EVIDENCE_PARTS.filter((part: EvidencePart) => !draft.values[part])
  const submit = async () => {
    await send.mutateAsync({ body: { chargebackId, note, without } })
    draft.reset()
    showToast(texts.sent)
  }
  const giveUp = async () => {
    const isSure = await confirmPrompt({
      title: texts.acceptTitle,
      body: texts.acceptBody(format.money(chargeback.amountCents)),
      submitLabel: texts.accept,
      isDanger: true,
    })
    if (!isSure) return
    await accept.mutateAsync({ body: { chargebackId } })
    draft.reset()
    showToast(texts.accepted)
  }
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{texts.answer}</h3>
      <Form onSubmit={submit} submitLabel={texts.send}>
        <TextArea
          label={texts.note}
          hint={texts.noteHint}
          isOptional
          maxLength={2_000}
          {...draft.field('note')}
        />
        <fieldset className="grid gap-1">
          <legend className="text-sm text-muted">{texts.partsLabel}</legend>
          {EVIDENCE_PARTS.map((part) => (
            <CheckboxField key={part} label={texts.parts[part]} {...draft.field(part)} />
          ))}
        </fieldset>
        <div>
          <ExternalLink
            href={addressOf('GET /api/evidence-pdf', { id: chargebackId, note, without: without.join(',') })}
            isButton
            icon="eye"
            isNewTab={false}
          >
            {texts.read}
          </ExternalLink>
        </div>
        <p className="text-sm text-muted">{texts.sendBody}</p>
      </Form>
      <div>
        <Button tone="quiet" isBusy={accept.isPending} onClick={() => void giveUp()}>
          {texts.accept}
        </Button>
      </div>
    </section>
  )
}
