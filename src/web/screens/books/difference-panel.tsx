/** One difference, both sides beside each other, and where an operator says what it was. */
import type { ReactNode } from 'react'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

type Difference = Reply<'GET /api/reconcile-difference'>

export function DifferencePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { books: text } = useText()
  const read = useEndpoint('GET /api/reconcile-difference', { query: { id } })
  return (
    <aside className="order-first min-w-0 xl:sticky xl:top-4 xl:order-none">
      <Card
        title={read.data ? (textFor(text.checks, read.data.check) ?? read.data.check) : text.look}
        actions={<IconButton icon="close" label={text.close} onClick={onClose} />}
      >
        {read.isPending && <SkeletonCard rows={6} />}
        {read.isError && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
        {read.data && <Look difference={read.data} />}
      </Card>
    </aside>
  )
}

function Look({ difference }: { difference: Difference }) {
  const { books: text } = useText()
  const format = useFormat()
  const { paymentId, payoutId } = difference
  const money = (cents: Difference['oursCents']) => (cents === null ? text.nothing : format.money(cents))
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-3 gap-3">
        <Fact label={text.ours}>{money(difference.oursCents)}</Fact>
        <Fact label={text.theirs}>{money(difference.theirsCents)}</Fact>
        <Fact label={text.amount}>{format.money(difference.amountCents)}</Fact>
      </dl>
      <p className="text-sm text-muted" lang="en">
        {difference.sentence}
        <span className="block break-all">{difference.subject}</span>
      </p>
      {(paymentId !== null || payoutId !== null) && (
        <div className="flex flex-wrap gap-2">
          {paymentId !== null && (
            <ButtonLink icon="card" to={linkTo('operatorPayment', { payment_id: paymentId })}>
              {text.toPayment}
            </ButtonLink>
          )}
          {payoutId !== null && (
            <ButtonLink icon="money" to={linkTo('operatorPayout', { payout_id: payoutId })}>
              {text.toPayout}
            </ButtonLink>
          )}
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <OurSide difference={difference} />
        <TheirSide difference={difference} />
      </div>
      <Explanation difference={difference} />
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

function OurSide({ difference: { rows } }: { difference: Difference }) {
  const { books: text } = useText()
  const format = useFormat()
  return (
    <Side title={text.ourRows} none={text.noRows}>
      {rows.map((row) => (
        <Line
          key={`${row.kind} ${row.id}`}
          title={[textFor(text.rows, row.kind) ?? row.kind, row.state].filter(Boolean).join(' · ')}
          amount={row.amountCents === null ? '' : format.money(row.amountCents)}
          detail={[row.at && format.dateTime(row.at), row.providerId].filter(Boolean).join(' · ')}
        />
      ))}
    </Side>
  )
}

function TheirSide({ difference: { movements, journals } }: { difference: Difference }) {
  const { books: text, money } = useText()
  const format = useFormat()
  return (
    <div className="grid content-start gap-4">
      <Side title={text.lines} none={text.noLines}>
        {movements.map((line) => (
          <Line
            key={line.id}
            title={line.kind}
            amount={format.money(line.amountCents)}
            detail={[
              format.dateTime(line.at),
              line.feeCents !== 0 && text.fee(format.money(line.feeCents)),
              line.objectId,
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </Side>
      <Side title={text.journals} none={text.noJournals}>
        {journals.flatMap(({ key, at, postings }) =>
          postings.map(({ account, amountCents }, index) => (
            <Line
              key={`${key} ${index}`}
              title={textFor(money.operator.accounts, account) ?? account}
              amount={format.money(amountCents)}
              detail={index === 0 ? `${format.dateTime(at)} · ${key}` : ''}
            />
          )),
        )}
      </Side>
    </div>
  )
}

function Side({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <section className="min-w-0">
      <h3 className="font-semibold">{title}</h3>
      {children.length === 0 ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </section>
  )
}

function Line({ title, amount, detail }: { title: string; amount: string; detail: string }) {
  return (
    <li className="py-1.5 text-sm">
      <span className="flex justify-between gap-2">
        <span>{title}</span>
        <span className="tabular-nums">{amount}</span>
      </span>
      {detail !== '' && <span className="block text-muted break-all">{detail}</span>}
    </li>
  )
}

function Explanation({ difference }: { difference: Difference }) {
  const { books: text } = useText()
  const format = useFormat()
  const { state, note, explainedBy, explainedAt, goneAt, id } = difference
  const draft = useDraft({ note: '' })
  const explain = useAction('POST /api/explain-difference', {
    refreshes: ['GET /api/reconcile-difference', 'GET /api/reconcile-differences', 'GET /api/reconcile-runs'],
  })
  const submit = async () => {
    await explain.mutateAsync({ body: { differenceId: id, note: draft.values.note } })
    draft.reset()
    showToast(text.saved)
  }
  return (
    <>
      {goneAt !== null && <Banner tone="good">{text.isGone(format.dateTime(goneAt))}</Banner>}
      {note !== '' && explainedAt !== null && (
        <Banner tone="info">
          {note}
          <span className="block text-sm">
            {text.explained(explainedBy ?? '', format.dateTime(explainedAt))}
          </span>
        </Banner>
      )}
      {state === 'open' && (
        <Only may="money" isSaid>
          <Form onSubmit={submit} submitLabel={text.save}>
            <h3 className="font-semibold">{text.explain}</h3>
            <TextField label={text.note} hint={text.noteHint} maxLength={500} {...draft.field('note')} />
          </Form>
        </Only>
      )}
    </>
  )
}
