import { type Reply, useAction } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { linkTo } from '#web/urls.ts'

export type TaxYear = Reply<'GET /api/tax-year'>

const STATE_TONES: Record<TaxYear['state'], BadgeTone> = {
  none: 'neutral',
  in_preparation: 'info',
  ready: 'accent',
  sent: 'good',
}

export function FormCard({ year: { formType, state, sentAt, zone } }: { year: TaxYear }) {
  const { tax } = useText()
  const format = useFormat()
  return (
    <Card title={tax.form} actions={<Badge tone={STATE_TONES[state]}>{tax.states[state]}</Badge>}>
      <p className="font-medium">{tax.types[formType]}</p>
      <p className="text-muted">{tax.bodies[state]}</p>
      {sentAt !== null && <p className="text-muted">{tax.sentOn(format.dateOf(sentAt, zone))}</p>}
    </Card>
  )
}

export function W9Card({ year: { w9 } }: { year: TaxYear }) {
  const { tax } = useText()
  return (
    <Card
      title={tax.w9}
      actions={<Badge tone={w9 === 'complete' ? 'good' : 'warn'}>{tax.w9States[w9]}</Badge>}
    >
      <div className="grid justify-items-start gap-3">
        <p>{tax.w9Bodies[w9]}</p>
        {w9 !== 'complete' && (
          <ButtonLink tone="primary" to={linkTo('stripeConnect')}>
            {tax.w9Go}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

export function DeliveryCard({ year: { consent, zone } }: { year: TaxYear }) {
  const { tax } = useText()
  const format = useFormat()
  const save = useAction('POST /api/set-tax-consent', { refreshes: ['GET /api/tax-year'] })
  const { isGiven, at, version, sentence } = consent
  const say = (given: boolean) =>
    save.mutate(
      { body: { isGiven: given, version } },
      {
        onSuccess: () => showToast(tax.saved),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  const takeBack = async () => {
    const question = { title: tax.takeBackTitle, body: tax.takeBackBody }
    if (await confirmPrompt({ ...question, submitLabel: tax.takeBack, keepLabel: tax.keep })) say(false)
  }
  const when = at === null ? null : format.dateOf(at, zone)
  const state = when === null ? tax.onPaper : isGiven ? tax.agreed(when) : tax.takenBack(when)
  return (
    <Card title={tax.delivery}>
      <div className="grid justify-items-start gap-3">
        <p className="font-medium">{state}</p>
        <p>{sentence}</p>
        <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
          {tax.rights.map((right) => (
            <li key={right}>{right}</li>
          ))}
        </ul>
        {isGiven ? (
          <Button isBusy={save.isPending} onClick={() => void takeBack()}>
            {tax.takeBack}
          </Button>
        ) : (
          <Button isBusy={save.isPending} onClick={() => say(true)}>
            {tax.agree}
          </Button>
        )}
      </div>
    </Card>
  )
}
