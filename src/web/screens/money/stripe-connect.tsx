/** The payout account: its state as the provider reports it, and (embedded provider) the questions behind its link. */

import { useState } from 'react'
import { useLocation } from 'react-router'
import { useAction, useEndpoint } from '#web/api.ts'
import { useGo } from '#web/browser/go.ts'
import { useConfig } from '#web/session/config.ts'
import { useUserType } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

export function StripeConnect() {
  const { money } = useText()
  const { search } = useLocation()
  const link = new URLSearchParams(search).get('link')
  // Customers come to be paid what they earned by inviting.
  const back = useUserType() === 'Customer' ? 'customerCommissions' : 'crewPayments'
  return (
    <Page title={money.connect.title} back={linkTo(back)} width="narrow">
      {link === null ? <AccountState /> : <Questions key={link} link={link} />}
    </Page>
  )
}

const BADGES = { none: 'open', pending: 'due', ready: 'active', restricted: 'failed' } as const

function AccountState() {
  const { money } = useText()
  const format = useFormat()
  const account = useEndpoint('GET /api/payout-account')
  if (account.isPending) return <SkeletonCard rows={2} />
  if (account.isLoadingError)
    return <ErrorState error={account.error} onRetry={() => void account.refetch()} />
  const { state, asks, deadline, stoppedBecause, bank } = account.data
  return (
    <Card>
      <div className="grid justify-items-start gap-3">
        <StateBadge state={BADGES[state]} label={money.connect.states[state]} />
        <p>{money.connect.bodies[state]}</p>
        {stoppedBecause !== null && state === 'restricted' && <p>{money.connect.stopped[stoppedBecause]}</p>}
        {deadline !== null && asks.length > 0 && (
          <Banner tone="warn">{money.connect.dueBy(format.dateOf(deadline))}</Banner>
        )}
        {asks.length > 0 && (
          <ul className="list-disc pl-5 text-muted">
            {asks.map((ask) => (
              <li key={ask}>{money.connect.asks[ask]}</li>
            ))}
          </ul>
        )}
        {bank !== null && (
          <p className="text-muted">
            {money.connect.paysTo(bank.name, bank.last4)}
            {!bank.canBePaidInstantly && ` · ${money.connect.notInstant}`}
          </p>
        )}
        <ConnectButton
          label={
            {
              none: money.connect.start,
              pending: money.connect.goOn,
              ready: asks.length > 0 ? money.connect.goOn : money.connect.update,
              restricted: money.connect.goOn,
            }[state]
          }
          isMain={state !== 'ready' || asks.length > 0}
        />
      </div>
    </Card>
  )
}

function ConnectButton({ label, isMain = true }: { label: string; isMain?: boolean }) {
  const go = useGo()
  const config = useConfig()
  const connect = useAction('POST /api/connect-payout-account')
  const start = async () => {
    const { url } = await connect.mutateAsync({ body: {} })
    // The embedded provider's page stands among ours.
    if (config?.paymentsProvider === 'embedded') {
      const { pathname, search } = new URL(url)
      go(`${pathname}${search}`)
    } else go(url, { isExternal: true })
  }
  return (
    <>
      {connect.isError && (
        <Banner tone="danger" isAlert>
          {connect.error.message}
        </Banner>
      )}
      <Button
        tone={isMain ? 'primary' : 'secondary'}
        isBusy={connect.isPending}
        onClick={() => void start().catch(() => undefined)}
      >
        {label}
      </Button>
    </>
  )
}

function Questions({ link }: { link: string }) {
  const { money } = useText()
  const [isDone, setDone] = useState(false)
  const page = useEndpoint('POST /api/demo-bank/get-payout-link', { body: { link } }, { isEnabled: !isDone })
  if (page.isPending) return <SkeletonCard rows={3} />
  if (page.isError && !isDone)
    return (
      <Card>
        <EmptyState
          icon="lock"
          title={money.connect.linkDead}
          action={<ConnectButton label={money.connect.again} />}
        />
      </Card>
    )
  return <QuestionForm link={link} onDone={() => setDone(true)} />
}

function QuestionForm({ link, onDone }: { link: string; onDone: () => void }) {
  const { money } = useText()
  const go = useGo()
  const draft = useDraft({ legalName: '', routingNumber: '', accountNumber: '' })
  const answer = useAction('POST /api/demo-bank/answer-payout-questions', {
    refreshes: ['GET /api/payout-account', 'GET /api/crew-payments'],
  })
  const submit = async () => {
    onDone()
    const { returnUrl } = await answer.mutateAsync({ body: { link, ...draft.values } })
    draft.reset()
    showToast(money.connect.done)
    const { pathname, search } = new URL(returnUrl)
    go(`${pathname}${search}`, { isReplace: true })
  }
  return (
    <Card title={money.connect.formTitle}>
      <p className="pb-4 text-muted">{money.connect.formBody}</p>
      <Form onSubmit={submit} submitLabel={money.connect.submit} isWide label={money.connect.formTitle}>
        <TextField
          label={money.connect.legalName}
          autoComplete="name"
          maxLength={120}
          {...draft.field('legalName')}
        />
        <TextField
          label={money.connect.routing}
          hint={money.connect.routingHint}
          inputMode="numeric"
          maxLength={9}
          {...draft.field('routingNumber')}
        />
        <TextField
          label={money.connect.account}
          hint={money.connect.accountHint}
          inputMode="numeric"
          maxLength={17}
          {...draft.field('accountNumber')}
        />
      </Form>
    </Card>
  )
}
