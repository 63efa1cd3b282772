/** A dispute and what became of it, for its customer and its crew. */
import { useQueryClient } from '@tanstack/react-query'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import type { FeedbackReader } from './feedback.types.ts'
import { PHOTO_FILES, sendDisputePhotos } from './send-photos.ts'

export type Dispute = Reply<'GET /api/dispute'>

const CHANGES = ['GET /api/dispute', 'GET /api/visit-feedback'] as const

export function DisputeCard({ disputeId, reader }: { disputeId: string; reader: FeedbackReader }) {
  const texts = useText().feedback
  const read = useEndpoint('GET /api/dispute', { query: { id: disputeId } })
  if (read.isPending) return <SkeletonCard rows={3} />
  if (!read.data) return null
  const dispute = read.data
  const title = reader === 'customer' ? texts.dispute.titleCustomer : texts.dispute.titleCrew
  const says = (who: 'customer' | 'crew') =>
    who === reader
      ? texts.dispute.youSay
      : who === 'customer'
        ? texts.dispute.customerSays
        : texts.dispute.crewSays
  return (
    <Card title={title}>
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-2">
          <Badge>{texts.dispute.states[dispute.state]}</Badge>
          <Badge>{texts.openDispute.problems[dispute.problem]}</Badge>
        </div>
        <Quote title={says('customer')} text={dispute.note} />
        {dispute.photos.length > 0 && (
          <PhotoStrip photos={dispute.photos.map((photo) => ({ ...photo, alt: texts.dispute.photo }))} />
        )}
        {dispute.crewNote && <Quote title={says('crew')} text={dispute.crewNote} />}
        <Outcome dispute={dispute} />
        {dispute.canAnswer && <Answer dispute={dispute} />}
        {dispute.canAddPhotos && <MorePhotos dispute={dispute} />}
        {dispute.canWithdraw && <Withdraw dispute={dispute} />}
      </div>
    </Card>
  )
}

function Quote({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid gap-1">
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </div>
  )
}

function Outcome({ dispute }: { dispute: Dispute }) {
  const { dispute: texts } = useText().feedback
  const format = useFormat()
  const { amountCents, refundedTo, redo, decisionNote } = dispute
  const back =
    amountCents === null
      ? null
      : refundedTo === 'card'
        ? texts.backToCard(format.money(amountCents))
        : texts.backAsCredit(format.money(amountCents))
  return (
    <>
      {decisionNote && <Quote title={texts.decision} text={decisionNote} />}
      {back && <p className="font-medium">{back}</p>}
      {redo && (
        <div className="grid justify-items-start gap-2">
          <p className="font-medium">{texts.redoOn(format.longDay(redo.date))}</p>
          <ButtonLink to={linkTo('visit', { visit_id: redo.visitId })} icon="arrow-right">
            {texts.seeVisit}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

function Answer({ dispute }: { dispute: Dispute }) {
  const { dispute: texts } = useText().feedback
  const draft = useDraft({ note: '' })
  const answer = useAction('POST /api/answer-dispute', { refreshes: CHANGES })
  return (
    <Form
      submitLabel={texts.answer}
      onSubmit={async () => {
        await answer.mutateAsync({ body: { disputeId: dispute.id, note: draft.values.note } })
        draft.reset()
        showToast(texts.answered)
      }}
    >
      <TextArea label={texts.yourSide} maxLength={2_000} {...draft.field('note')} />
    </Form>
  )
}

function MorePhotos({ dispute }: { dispute: Dispute }) {
  const { dispute: texts, openDispute } = useText().feedback
  const client = useQueryClient()
  const add = async (files: readonly File[]) => {
    const failed = await sendDisputePhotos(dispute.id, files)
    if (failed > 0) showToast(openDispute.photosFailed(failed), { tone: 'danger' })
    else showToast(texts.photoAdded)
    await client.invalidateQueries({ queryKey: ['GET /api/dispute'] })
  }
  return (
    <FileDrop label={texts.addPhoto} {...PHOTO_FILES} icon="camera" onFiles={(files) => void add(files)} />
  )
}

function Withdraw({ dispute }: { dispute: Dispute }) {
  const { dispute: texts } = useText().feedback
  const withdraw = useAction('POST /api/withdraw-dispute', { refreshes: CHANGES })
  const ask = async () => {
    if (!(await confirmPrompt({ title: texts.withdrawAsk, submitLabel: texts.withdraw }))) return
    withdraw.mutate(
      { body: { disputeId: dispute.id } },
      {
        onSuccess: () => showToast(texts.withdrawn),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  }
  return (
    <Button isBusy={withdraw.isPending} onClick={() => void ask()}>
      {texts.withdraw}
    </Button>
  )
}
