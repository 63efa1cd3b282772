import { useId } from 'react'
import { type CallInput, type Reply, useAction } from '#web/api.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { Only, useMay } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { TextArea } from '#web/ui/forms/text-field.tsx'

type Step = 'accept' | 'dismiss'
type Body = CallInput<'POST /api/accept-late-completion'>['body']

const refreshes = [
  'POST /api/get-late-completions',
  'GET /api/late-completion',
  'GET /api/operator-board',
  'GET /api/unassigned-visits',
] as const

type LateCompletion = Reply<'GET /api/late-completion'>
type DecisionProps = { late: LateCompletion; onDecided: () => void; onRefused: (sentence: string) => void }

/** Accepting pays and stays, so it is asked once more; dismissing can be taken back by accepting. */
export function LateCompletionDecision({ late, onDecided, onRefused }: DecisionProps) {
  const { lateCompletions: texts } = useText()
  const format = useFormat()
  const reasonId = useId()
  const draft = useDraft({ note: '' })
  const accept = useAction('POST /api/accept-late-completion', { refreshes })
  const dismiss = useAction('POST /api/dismiss-late-completion', { refreshes })
  const { canAccept, canDismiss, ifAccepted } = late
  const may = useMay()
  const shut = late.visitState === 'completed' ? texts.doneByAnother : texts.feeCharged
  const decide = async (step: Step) => {
    const body: Body = { lateCompletionId: late.id, note: draft.values.note.trim() }
    try {
      await (step === 'accept' ? accept : dismiss).mutateAsync({ body })
    } catch (error) {
      return onRefused(sentenceOf(error))
    }
    draft.reset()
    showToast(step === 'accept' ? texts.accepted : texts.dismissed)
    onDecided()
  }
  if (!may('dispatch')) return <Only may="dispatch" isSaid />
  const effect =
    ifAccepted && texts.acceptBody(format.money(ifAccepted.payCents), format.money(ifAccepted.owedCents))
  const askAndAccept = async () => {
    if (effect === null) return
    const isSure = await confirmPrompt({
      title: texts.acceptTitle,
      body: effect,
      submitLabel: texts.accept,
    })
    if (isSure) await decide('accept')
  }
  return (
    <div className="grid gap-4">
      <TextArea label={texts.note} isOptional maxLength={500} {...draft.field('note')} />
      <p id={reasonId} className="text-sm text-muted">
        {effect ?? (canAccept ? texts.noPrice : shut)}
        {canDismiss && ` ${texts.dismissBody}`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          tone="primary"
          icon="check"
          disabled={ifAccepted === null || dismiss.isPending}
          isBusy={accept.isPending}
          aria-describedby={reasonId}
          onClick={() => void askAndAccept()}
        >
          {ifAccepted ? texts.acceptFor(format.money(ifAccepted.payCents)) : texts.accept}
        </Button>
        {canDismiss && (
          <Button
            disabled={accept.isPending}
            isBusy={dismiss.isPending}
            onClick={() => void decide('dismiss')}
          >
            {texts.dismiss}
          </Button>
        )}
      </div>
    </div>
  )
}
