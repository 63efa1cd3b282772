import { useState } from 'react'
import { type Cents, cents } from '#domain/money.ts'
import { addDays, dateAt, instant } from '#domain/time.ts'
import { type CallInput, useAction } from '#web/api.ts'
import type { Dispute } from '#web/feedback/dispute-card.tsx'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { useSecondPerson } from './use-second-person.ts'

type Values = {
  decision: 'refund' | 'redo' | 'reject'
  note: string
  amountCents: string
  takesBackCrewPay: boolean
  date: string
  crew: 'same' | 'offer'
  isCrewPaid: boolean
}
type Body = CallInput<'POST /api/decide-dispute'>['body']

export function DecideForm({
  dispute,
  evidence,
  onDecided,
}: {
  dispute: Dispute
  evidence: NonNullable<Dispute['evidence']>
  onDecided: () => void
}) {
  const { operator: texts } = useText().feedback
  const [today] = useState(() => dateAt(instant(Date.now()), dispute.timeZone))
  const draft = useDraft<Values>({
    decision: 'refund',
    note: '',
    amountCents: (evidence.owedCents / 100).toFixed(2),
    takesBackCrewPay: false,
    date: addDays(today, 1),
    crew: 'same',
    isCrewPaid: false,
  })
  const decide = useAction('POST /api/decide-dispute', {
    refreshes: ['POST /api/get-disputes', 'GET /api/dispute', 'GET /api/operator-board'],
  })
  const askInstead = useSecondPerson()
  const { decision, crew } = draft.values
  const decisions = (['refund', 'redo', 'reject'] as const).map((value) => ({
    value,
    label: texts.decisions[value],
  }))
  const crews = (['same', 'offer'] as const).map((value) => ({ value, label: texts.whoChoices[value] }))
  const submit = async () => {
    const body = bodyOf(dispute.id, draft.values)
    if (body === null) throw new FormRefusal(texts.wrongAmount, { amountCents: texts.wrongAmount })
    try {
      await decide.mutateAsync({ body })
      showToast(texts.done)
    } catch (error) {
      if (body.decision !== 'refund') throw error
      const { decision: _, ...wish } = body
      if (!(await askInstead(error, { kind: 'dispute', ...wish }))) throw error
    }
    draft.reset(draft.values)
    onDecided()
  }
  return (
    <Form submitLabel={texts.submit} onSubmit={submit}>
      <ChipGroup label={texts.decision} options={decisions} {...draft.field('decision')} />
      {decision === 'refund' && (
        <>
          <TextField
            label={texts.amount}
            hint={evidence.refundsTo === 'card' ? texts.toCard : texts.toCredit}
            inputMode="decimal"
            {...draft.field('amountCents')}
          />
          <CheckboxField label={texts.takesBack} {...draft.field('takesBackCrewPay')} />
        </>
      )}
      {decision === 'redo' && (
        <>
          <DateField label={texts.date} min={today} {...draft.field('date')} />
          <ChipGroup label={texts.who} options={crews} {...draft.field('crew')} />
          {crew === 'same' && <CheckboxField label={texts.paid} {...draft.field('isCrewPaid')} />}
        </>
      )}
      <TextArea label={texts.note} maxLength={2_000} {...draft.field('note')} />
    </Form>
  )
}

/** Null where the amount is no amount. */
function bodyOf(id: string, values: Values): Body | null {
  const common = { disputeId: id, note: values.note }
  if (values.decision === 'reject') return { ...common, decision: 'reject' }
  if (values.decision === 'redo') {
    const { crew, isCrewPaid } = values
    return { ...common, decision: 'redo', date: values.date, crew, isCrewPaid }
  }
  const amountCents = centsOf(values.amountCents)
  if (amountCents === null) return null
  return { ...common, decision: 'refund', amountCents, takesBackCrewPay: values.takesBackCrewPay }
}

function centsOf(text: string): Cents | null {
  const [, dollars, part = ''] = /^\$?(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return dollars === undefined ? null : cents(Number(dollars) * 100 + Number(part.padEnd(2, '0')))
}
