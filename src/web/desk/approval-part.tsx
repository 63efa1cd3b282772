/** What waits for a second person, or how it was decided, with what the reader may do with it. */
import type { ReactNode } from 'react'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt, openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Approval = Reply<'GET /api/approval'>
type Step = Approval['steps'][number]

/** By its id, as a queue knows it. */
export function ApprovalPart({ id }: { id: string }) {
  const read = useEndpoint('GET /api/approval', { query: { id } })
  if (read.data) return <Shown approval={read.data} />
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return <Skeleton rows={4} />
}

/** All of a payment; nothing where nobody was ever asked. */
export function PaymentApprovals({ paymentId }: { paymentId: string }) {
  const { approvals: texts } = useText()
  const read = useEndpoint('GET /api/payment-approvals', { query: { paymentId } })
  const approvals = read.data?.approvals ?? []
  return approvals.map((approval) => (
    <Card key={approval.id} title={approval.state === 'waiting' ? texts.title : texts.decidedTitle}>
      <Shown approval={approval} />
    </Card>
  ))
}

function Shown({ approval }: { approval: Approval }) {
  const { approvals: texts } = useText()
  const format = useFormat()
  const { state, timeZone, decidedBy, decidedAt } = approval
  const language = useLanguage()
  const when = (at: string) => `${format.dateTime(at, timeZone)} ${zoneName(timeZone, language)}`
  const facts: readonly (readonly [string, ReactNode] | false)[] = [
    [texts.what, texts.kinds[approval.kind]],
    [texts.amount, format.money(approval.amountCents)],
    [texts.reason, approval.reason],
    [texts.askedBy, texts.by(approval.askedBy.name, when(approval.askedAt))],
    state === 'waiting' ? [texts.expires, when(approval.expiresAt)] : [texts.state, texts.states[state]],
    decidedBy !== null && decidedAt !== null && [texts.decidedBy, texts.by(decidedBy.name, when(decidedAt))],
    approval.note !== '' && [texts.note, approval.note],
  ]
  return (
    <div className="grid gap-3">
      <Facts facts={facts.filter((fact) => fact !== false)} />
      {approval.takesBackCrewPay && <p className="text-muted">{texts.clawsBack}</p>}
      {approval.steps.includes('withdraw') && <Banner tone="info">{texts.ownWaits}</Banner>}
      {approval.state === 'waiting' && (
        <Only may="refund" isSaid>
          <Steps approval={approval} />
        </Only>
      )}
    </div>
  )
}

function Steps({ approval }: { approval: Approval }) {
  const { approvals: texts } = useText()
  const format = useFormat()
  const decide = useAction('POST /api/decide-approval', {
    refreshes: [
      'GET /api/approval',
      'GET /api/payment-approvals',
      'GET /api/queue',
      'GET /api/queue-counts',
      'GET /api/operator-board',
      'GET /api/payment',
      'GET /api/operator-payment',
      'GET /api/market-payments',
      'GET /api/history',
    ],
  })
  const amount = format.money(approval.amountCents)
  const run = async (step: Step, note = '') => {
    await decide.mutateAsync({ body: { approvalId: approval.id, step, note } })
    showToast(texts.done[step])
  }
  const show = (error: unknown) => showToast(error instanceof Error ? error.message : '', { tone: 'danger' })
  const approve = async () => {
    const isSure = await confirmPrompt({
      title: texts.approveTitle(amount, approval.customer.name),
      body: texts.approveBody,
      submitLabel: texts.approve(amount),
    })
    if (isSure) await run('approve')
  }
  const decline = () =>
    openPrompt({
      title: texts.declineTitle,
      body: texts.declineBody,
      inputs: [{ name: 'note', label: texts.declineNote }],
      submitLabel: texts.decline,
      isDanger: true,
      onSubmit: ({ note = '' }) => run('decline', note),
    })
  const buttons: Readonly<Record<Step, ReactNode>> = {
    approve: (
      <Button tone="primary" isBusy={decide.isPending} onClick={() => void approve().catch(show)}>
        {texts.approve(amount)}
      </Button>
    ),
    decline: (
      <Button isBusy={decide.isPending} onClick={() => void decline()}>
        {texts.decline}
      </Button>
    ),
    withdraw: (
      <Button isBusy={decide.isPending} onClick={() => void run('withdraw').catch(show)}>
        {texts.withdraw}
      </Button>
    ),
  }
  if (approval.steps.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {approval.steps.map((step) => (
        <span key={step}>{buttons[step]}</span>
      ))}
    </div>
  )
}
