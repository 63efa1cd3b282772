/**
 * Replaces a declined card by the link of a mail, without signing in. The token leaves the address at once, so that no
 * history, referrer or pixel keeps it (threats T6), and it works once.
 */
import { useState } from 'react'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { MethodForm } from '#web/money/method-form.tsx'
import { whileBankAsks } from '#web/payments/answer-bank.ts'
import { useTokenOfAddress } from '#web/session/token-of-address.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

type Done = Reply<'POST /api/update-billing'>

export function UpdateBilling() {
  const { money } = useText()
  const [token, setToken] = useTokenOfAddress('updateBilling')
  const [done, setDone] = useState<Done>()
  const onDone = (result: Done) => {
    setDone(result)
    if (result.nextToken !== null) setToken(result.nextToken)
  }
  const isOver = done !== undefined && done.nextToken === null
  return (
    <Page title={money.update.title} width="narrow">
      {isOver ? (
        <Card>
          <Paid done={done} />
        </Card>
      ) : token === '' ? (
        <DeadLink />
      ) : (
        <CardStep key={token} token={token} isAgain={done !== undefined} onDone={onDone} />
      )}
    </Page>
  )
}

function CardStep({
  token,
  isAgain,
  onDone,
}: {
  token: string
  isAgain: boolean
  onDone: (done: Done) => void
}) {
  const { money, invoices } = useText()
  const format = useFormat()
  const due = useEndpoint('POST /api/get-update-billing', { body: { token } })
  const update = useAction('POST /api/update-billing')
  const pay = useAction('POST /api/pay-by-link')
  if (due.isPending) return <SkeletonCard rows={3} />
  if (due.isError) return <DeadLink />
  const { firstName, dueCents, cardLast4 } = due.data
  const amount = format.money(dueCents)
  // A question about the card sends it again; one about the payment goes on by the link that came with it.
  const onToken = async (setupToken: string) => {
    const done = await whileBankAsks<Done>(
      async (before) =>
        before?.nextToken == null
          ? update.mutateAsync({ body: { token, setupToken } })
          : {
              ...(await pay.mutateAsync({ body: { token: before.nextToken } })),
              card: before.card,
              nextToken: before.nextToken,
            },
      (reply) => reply.nextAction,
    )
    onDone(done.state === 'declined' ? done : { ...done, nextToken: null })
  }
  return (
    <>
      {isAgain && (
        <Banner tone="danger" isAlert>
          {money.update.declined}
        </Banner>
      )}
      <Card>
        <p className="text-lg font-semibold">
          {dueCents > 0 ? money.update.hello(firstName, amount) : money.update.nothingDue(firstName)}
        </p>
        {dueCents > 0 && cardLast4 && <p className="text-muted">{money.update.old(cardLast4)}</p>}
      </Card>
      <Card>
        <MethodForm
          submitLabel={dueCents > 0 ? money.update.submit(amount) : money.update.save}
          onToken={onToken}
          linkToken={token}
          mandate={invoices.methods.mandate}
        />
      </Card>
    </>
  )
}

function Paid({ done }: { done: Done }) {
  const { money } = useText()
  const format = useFormat()
  if (done.state === 'processing' || done.state === 'requires_action')
    return (
      <EmptyState icon="clock" title={money.update.processingTitle}>
        {money.update.processingBody}
      </EmptyState>
    )
  if (done.state === 'nothing_due') return <EmptyState icon="check" title={money.update.savedTitle} />
  return (
    <EmptyState icon="check" title={money.update.paidTitle}>
      {money.update.paidBody(format.money(done.paidCents))}
    </EmptyState>
  )
}

function DeadLink() {
  const { money } = useText()
  return (
    <Card>
      <EmptyState
        icon="lock"
        title={money.update.deadTitle}
        action={
          <ButtonLink tone="primary" to={linkTo('login', {}, { to: linkTo('addCard') })}>
            {money.update.signIn}
          </ButtonLink>
        }
      >
        {money.update.deadBody}
      </EmptyState>
    </Card>
  )
}
