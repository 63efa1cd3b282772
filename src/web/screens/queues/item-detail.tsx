/** The thing beside its list: what is known of it, who looks after it, and what can be done with it now. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { QUEUE_RULES, type Queue, type QueueAct } from '#contract/queue-kinds.ts'
import { useAction } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Detail } from '#web/ui/dialogs/panes.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { linkTo } from '#web/urls.ts'
import { COMES, useAge, useReason, useSince, useTitle } from './item-words.ts'
import { CHANGED, type Item, nameOf } from './use-decide.ts'

const VisitPart = lazy(async () => ({ default: (await import('./visit-part.tsx')).VisitPart }))
const ApprovalPart = lazy(async () => ({
  default: (await import('#web/desk/approval-part.tsx')).ApprovalPart,
}))
const AssignDialog = lazy(async () => ({
  default: (await import('#web/desk/assign-dialog.tsx')).AssignDialog,
}))
const DisputeDialog = lazy(async () => ({
  default: (await import('#web/desk/dispute-dialog.tsx')).DisputeDialog,
}))
const LateCompletionDialog = lazy(async () => ({
  default: (await import('#web/desk/late-completion-dialog.tsx')).LateCompletionDialog,
}))

type ItemDetailProps = {
  kind: Queue
  item: Item
  canWork: boolean
  refusal: string | undefined
  isBusy: boolean
  onDecide: (act: QueueAct) => void
  onClose: () => void
}

export function ItemDetail(props: ItemDetailProps) {
  const { kind, item, canWork, refusal, onClose } = props
  const title = useTitle(kind, item)
  return (
    <Detail title={title} onClose={onClose}>
      <div className="grid gap-4">
        {refusal !== undefined && (
          <Banner tone="danger" isAlert>
            {refusal}
          </Banner>
        )}
        {kind === 'approvals' ? (
          <Suspense fallback={null}>
            <ApprovalPart id={item.id} />
          </Suspense>
        ) : (
          <ItemFacts kind={kind} item={item} />
        )}
        {canWork ? <Acts {...props} /> : <Only may={QUEUE_RULES[kind].workedWith} isSaid />}
        <Suspense fallback={null}>{item.visitId !== null && <VisitPart visitId={item.visitId} />}</Suspense>
        <Links kind={kind} item={item} />
      </div>
    </Detail>
  )
}

function ItemFacts({ kind, item }: { kind: Queue; item: Item }) {
  const { queues: texts } = useText()
  const format = useFormat()
  const language = useLanguage()
  const reason = useReason(kind, item)
  const { owner, timeZone } = item
  const time = (at: string) => `${format.dateTime(at, timeZone)} ${zoneName(timeZone, language)}`
  const age = useAge(kind, item)
  const since = useSince(kind, item)
  const facts: readonly (readonly [string, ReactNode] | false)[] = [
    reason !== '' && [texts.reason, reason],
    [
      COMES.has(kind) ? texts.begins : texts.waits,
      <>
        {since}
        {age !== '' && <span className="block text-sm text-muted">{age}</span>}
      </>,
    ],
    item.dueAt !== null && [
      kind === 'declined' || kind === 'silent_feeds' ? texts.nextTry : texts.due,
      time(item.dueAt),
    ],
    item.personName !== null && [texts.person, item.personName],
    item.amountCents !== null && [texts.amount, format.money(item.amountCents)],
    [
      texts.owner,
      owner === null ? texts.nobody : texts.held(owner.name, format.time(owner.takenAt, timeZone)),
    ],
  ]
  return <Facts facts={facts.filter((fact) => fact !== false)} />
}

/** A queue whose things need a form of their own has a dialog for them. */
const DIALOGS: Partial<Record<Queue, 'assign' | 'dispute' | 'late_report'>> = {
  late: 'assign',
  unassigned: 'assign',
  unconfirmed: 'assign',
  disputes: 'dispute',
  late_reports: 'late_report',
}

function Acts({ kind, item, isBusy, onDecide }: ItemDetailProps) {
  const { queues: texts } = useText()
  const [isOpen, setOpen] = useState(false)
  const dialog = DIALOGS[kind]
  const isFirst = kind === 'unassigned' || kind === 'disputes'
  return (
    <div className="flex flex-wrap gap-2">
      {dialog !== undefined && (
        <Button tone={isFirst ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
          {dialog === 'assign' ? texts.assign : texts.decide}
        </Button>
      )}
      {QUEUE_RULES[kind].acts.map((act, index) => (
        <Button
          key={act}
          tone={index === 0 && !isFirst ? 'primary' : 'secondary'}
          isBusy={isBusy}
          onClick={() => onDecide(act)}
        >
          {nameOf(texts, kind, act)}
        </Button>
      ))}
      <Owning kind={kind} item={item} />
      {isOpen && dialog !== undefined && (
        <Suspense fallback={null}>
          <ItemDialog dialog={dialog} id={item.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

type ItemDialogProps = {
  dialog: 'assign' | 'dispute' | 'late_report'
  id: string
  onClose: () => void
}

/** A decision that needs a form; whatever was decided, the queue is read again. */
function ItemDialog({ dialog, id, onClose }: ItemDialogProps) {
  const client = useQueryClient()
  const close = () => {
    onClose()
    for (const key of CHANGED) void client.invalidateQueries({ queryKey: [key] })
  }
  if (dialog === 'assign') return <AssignDialog visitId={id} onClose={close} />
  if (dialog === 'dispute') return <DisputeDialog disputeId={id} onClose={close} />
  return <LateCompletionDialog lateCompletionId={id} onClose={close} />
}

function Owning({ kind, item }: { kind: Queue; item: Item }) {
  const { queues: texts } = useText()
  const own = useUser()?.id
  const take = useAction('POST /api/take-queue-item', { refreshes: CHANGED })
  const leave = useAction('POST /api/leave-queue-item', { refreshes: CHANGED })
  const onError = (error: Error) => showToast(error.message, { tone: 'danger' })
  const body = { kind, id: item.id }
  if (item.owner === null)
    return (
      <Button tone="quiet" isBusy={take.isPending} onClick={() => take.mutate({ body }, { onError })}>
        {texts.take}
      </Button>
    )
  if (item.owner.id !== own) return null
  return (
    <Button tone="quiet" isBusy={leave.isPending} onClick={() => leave.mutate({ body }, { onError })}>
      {texts.leave}
    </Button>
  )
}

/** Where there is more of it: its own page, whose it is, and the desk of its kind. */
function Links({ kind, item }: { kind: Queue; item: Item }) {
  const { open: texts } = useText().queues
  const { id, visitId, personId, paymentId } = item
  const links: readonly (readonly [string, string] | false)[] = [
    kind === 'chargebacks' && [texts.chargeback, linkTo('operatorChargebacks', {}, { id })],
    kind === 'differences' && [texts.difference, linkTo('operatorReconcile', {}, { difference: id })],
    kind === 'parked' && [texts.parked, linkTo('operatorSystem')],
    visitId !== null && [texts.visit, linkTo('visit', { visit_id: visitId })],
    paymentId !== null &&
      (kind === 'failed_payouts'
        ? [texts.payout, linkTo('operatorPayout', { payout_id: paymentId })]
        : [texts.payment, linkTo('operatorPayment', { payment_id: paymentId })]),
    personId !== null && [texts.person, linkTo('operatorPerson', { person_id: personId })],
  ]
  return (
    <div className="flex flex-wrap gap-2">
      {links
        .filter((link) => link !== false)
        .map(([label, to]) => (
          // Where nothing can be done here, the page on which it is comes first.
          <ButtonLink key={to} to={to} tone={label === texts.chargeback ? 'primary' : 'secondary'}>
            {label}
          </ButtonLink>
        ))}
    </div>
  )
}
