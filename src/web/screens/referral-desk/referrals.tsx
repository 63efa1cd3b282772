/** Sponsorships in which something is shared: those that wait for a decision, and those decided, newest first. */
import { useState } from 'react'
import { type Reply, useAction } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Page } from '#web/ui/page.tsx'

type Review = Reply<'GET /api/referral-reviews'>['reviews'][number]
const STATES = ['parked', 'refused', 'approved'] as const

export function Referrals() {
  const { referralDesk: texts } = useText()
  const [state, setState] = useState<Review['state']>('parked')
  const pages = useEndpointPages('GET /api/referral-reviews', { query: { state } }, (page) => page.reviews)
  return (
    <Page title={texts.title} subtitle={texts.subtitle} width="wide">
      <ChipGroup
        label={texts.filter}
        isLabelHidden
        name="state"
        options={STATES.map((value) => ({ value, label: texts.states[value] }))}
        value={state}
        onChange={setState}
      />
      <PagedList pages={pages} label={texts.title} more={texts.more} empty={<Nothing state={state} />}>
        {(review) => <ReviewRow key={review.broughtId} review={review} />}
      </PagedList>
    </Page>
  )
}

function Nothing({ state }: { state: Review['state'] }) {
  const { referralDesk: texts } = useText()
  return (
    <EmptyState icon={state === 'parked' ? 'check' : 'users'} title={texts.none[state]}>
      {state === 'parked' && texts.noneHelp}
    </EmptyState>
  )
}

function ReviewRow({ review }: { review: Review }) {
  const { referralDesk: texts } = useText()
  const format = useFormat()
  const { sponsorName, broughtName, state } = review
  return (
    <ListRow
      icon="users"
      title={texts.who(sponsorName, broughtName)}
      detail={
        <>
          <span className="block wrap-anywhere">
            {`${review.sponsorEmail} → ${review.broughtEmail} · ${textFor(texts.types, review.broughtType) ?? ''}`}
          </span>
          <span className="block">{texts.found(format.dateTime(review.foundAt))}</span>
          <span className="block">{moneyOf(review, texts, format.money)}</span>
          {state !== 'parked' && (
            <span className="block wrap-anywhere">
              {review.decidedAt === null
                ? texts.byRule
                : texts.decided(review.decidedByName ?? '', format.dateTime(review.decidedAt), review.note)}
            </span>
          )}
        </>
      }
      state={
        <span className="flex flex-wrap gap-1">
          {review.reasons.map((reason) => (
            <Badge key={reason} tone={state === 'parked' ? 'warn' : 'neutral'}>
              {texts.reasons[reason]}
            </Badge>
          ))}
        </span>
      }
      actions={
        <Only may="support" isSaid>
          <Decisions review={review} />
        </Only>
      }
    />
  )
}

type Texts = ReturnType<typeof useText>['referralDesk']

/** What hangs on it: earned and not paid, paid, given back. */
function moneyOf(review: Review, texts: Texts, money: (cents: Review['paidCents']) => string): string {
  const parts = [
    texts.unpaid(money(review.unpaidCents)),
    ...(review.paidCents === 0 ? [] : [texts.paid(money(review.paidCents))]),
    ...(review.refusedCents === 0 ? [] : [texts.takenBack(money(review.refusedCents))]),
  ]
  return parts.join(' · ')
}

/** What was decided can be decided otherwise. */
function Decisions({ review }: { review: Review }) {
  const { referralDesk: texts } = useText()
  const format = useFormat()
  const decide = useAction('POST /api/decide-referral', {
    refreshes: ['GET /api/referral-reviews', 'GET /api/ledger-balances'],
  })
  const { broughtId, broughtName, sponsorName, state } = review
  const ask = async (decision: 'approve' | 'refuse') => {
    const { title, body, submit, done } = texts[decision]
    const given = await openPrompt({
      title: title(sponsorName, broughtName),
      body: body(format.money(decision === 'approve' ? review.refusedCents : review.unpaidCents)),
      inputs: [{ name: 'note', label: texts.note, hint: texts.noteHint, kind: 'text' }],
      submitLabel: submit,
      isDanger: decision === 'refuse',
      onSubmit: ({ note = '' }) =>
        decide.mutateAsync({ body: { broughtId, decision, seenState: state, note } }),
    })
    if (given !== undefined) showToast(done)
  }
  const label = (word: string) => `${word}: ${texts.who(sponsorName, broughtName)}`
  return (
    <>
      {state !== 'approved' && (
        <Button aria-label={label(texts.approve.submit)} onClick={() => void ask('approve')}>
          {texts.approve.submit}
        </Button>
      )}
      {state !== 'refused' && (
        <Button tone="quiet" aria-label={label(texts.refuse.submit)} onClick={() => void ask('refuse')}>
          {texts.refuse.submit}
        </Button>
      )}
    </>
  )
}
