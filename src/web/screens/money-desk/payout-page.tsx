/** One payout for an operator: what it is made of, how it goes to the bank, what the books say, and another try. */
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ApiError, addressOf, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { HistoryPart } from '#web/desk/lazy-history.tsx'
import { NotesPart } from '#web/desk/notes-part.tsx'
import { StatementWork } from '#web/money/statement-work.tsx'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ExternalLink, Link } from '#web/ui/link.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { JournalsCard } from './journals-card.tsx'
import { Id } from './payment-parts.tsx'

type DeskPayout = Reply<'GET /api/operator-payout'>
type Statement = Extract<Reply<'GET /api/payment'>, { kind: 'statement' }>
type Both = { statement: Statement; desk: DeskPayout }

const TABS = ['lines', 'provider', 'books', 'notes', 'timeline'] as const
const LOOK_EVERY_MS = 30_000

export function OperatorPayout() {
  const { moneyDesk: texts } = useText()
  const { payout_id: id = '' } = useParams()
  const query = { id }
  const statement = useEndpoint('GET /api/payment', { query }, { refetchMs: LOOK_EVERY_MS })
  const desk = useEndpoint('GET /api/operator-payout', { query }, { refetchMs: LOOK_EVERY_MS })
  const error = statement.error ?? desk.error
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Page title={texts.payout} back={linkTo('operatorMoney')}>
        <EmptyState icon="money" title={texts.payoutGone}>
          {texts.goneBody}
        </EmptyState>
      </Page>
    )
  if (statement.data?.kind === 'statement' && desk.data)
    return <Shown key={id} statement={statement.data} desk={desk.data} />
  if (error !== null)
    return (
      <ErrorState error={error} onRetry={() => void Promise.all([statement.refetch(), desk.refetch()])} />
    )
  return <SkeletonCard rows={8} />
}

function Shown({ statement, desk }: Both) {
  const { moneyDesk: texts, money } = useText()
  const format = useFormat()
  const [search, setSearch] = useSearchParams()
  const active = TABS.find((each) => each === search.get('show')) ?? 'lines'
  const title = texts.payoutTitle(desk.payee.name)
  return (
    <Page
      title={title}
      subtitle={`${money.earnings.kinds[statement.payoutKind]} · ${format.dateRange(statement.periodStart, statement.periodEnd)}`}
      back={linkTo('operatorMoney', {}, { show: 'payouts' })}
      width="wide"
      actions={
        <>
          <StateBadge state={statement.state} label={money.earnings.states[statement.state]} />
          <ExternalLink href={addressOf('GET /api/statement-pdf', { id: desk.id })} isButton icon="download">
            {texts.openStatement}
          </ExternalLink>
          <Only may="money">{desk.canRetry && <Retry desk={desk} />}</Only>
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <PayoutFacts statement={statement} desk={desk} />
        <Tabs
          label={title}
          tabs={TABS.map((key) => ({ key, label: texts.tabs[key] }))}
          active={active}
          onSelect={(show) => setSearch({ show }, { replace: true })}
        >
          {active === 'lines' && <StatementWork statement={statement} linksVisits />}
          {active === 'provider' && <Transfers desk={desk} />}
          {active === 'books' && <JournalsCard journals={desk.journals} zone={desk.timeZone} />}
          {active === 'notes' && (
            <NotesPart
              person={{ id: desk.payee.id, timeZone: desk.timeZone }}
              about={{ kind: 'payout', id: desk.id }}
            />
          )}
          {active === 'timeline' && <HistoryPart of="payout" id={desk.id} />}
        </Tabs>
      </div>
    </Page>
  )
}

function Retry({ desk }: { desk: DeskPayout }) {
  const { moneyDesk: texts } = useText()
  const retry = useAction('POST /api/retry-payout', {
    refreshes: [
      'GET /api/operator-payout',
      'GET /api/payment',
      'GET /api/history',
      'GET /api/market-payouts',
    ],
  })
  const ask = async () => {
    const isSure = await confirmPrompt({
      title: texts.retryTitle(desk.payee.name),
      body: texts.retryBody,
      submitLabel: texts.retry,
    })
    if (!isSure) return
    retry.mutate(
      { body: { payoutId: desk.id } },
      {
        onSuccess: () => showToast(texts.retried),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  }
  return (
    <Button isBusy={retry.isPending} onClick={() => void ask()}>
      {texts.retry}
    </Button>
  )
}

function PayoutFacts({ statement, desk }: Both) {
  const { moneyDesk: texts, peopleDesk } = useText()
  const format = useFormat()
  const language = useLanguage()
  const when = (at: string) => format.dateTime(at, desk.timeZone)
  const facts: (readonly [string, ReactNode] | false)[] = [
    [texts.amount, <Money key="amount" amountCents={statement.amountCents} />],
    statement.feeCents > 0 && [texts.fee, format.money(statement.feeCents)],
    [
      texts.payee,
      <Link key="payee" to={linkTo('operatorPerson', { person_id: desk.payee.id })}>
        {desk.payee.name}
      </Link>,
    ],
    [texts.account, peopleDesk.facts.accounts[desk.account]],
    desk.failure !== null && [texts.trouble, textFor(texts.payoutFaults, desk.failure) ?? desk.failure],
    [texts.number, desk.number],
    [texts.made, when(statement.createdAt)],
    statement.sentAt !== null && [texts.sent, when(statement.sentAt)],
    statement.arrivesAt !== null && [texts.arrives, when(statement.arrivesAt)],
    statement.paidAt !== null && [texts.inBank, when(statement.paidAt)],
    [texts.providerAccount, <Id key="account">{desk.providerAccountId}</Id>],
    desk.providerId !== null && [texts.providerId, <Id key="id">{desk.providerId}</Id>],
    [texts.zone, zoneName(desk.timeZone, language)],
  ]
  return (
    <Card>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </Card>
  )
}

function Transfers({ desk }: { desk: DeskPayout }) {
  const { moneyDesk: texts } = useText()
  const format = useFormat()
  if (desk.transfers.length === 0) return <EmptyState icon="money" title={texts.noTransfers} />
  return (
    <Card title={texts.transfers} isFlush>
      <List label={texts.transfers}>
        {desk.transfers.map((transfer) => (
          <ListRow
            key={transfer.number}
            icon="money"
            title={
              <StateBadge
                state={transfer.state}
                label={textFor(texts.transferStates, transfer.state) ?? transfer.state}
              />
            }
            detail={
              <>
                <span className="block">
                  {transfer.paymentId === null ? texts.fromBalance : texts.fromPayment}
                </span>
                {transfer.reversedCents > 0 && (
                  <span className="block">{texts.reversed(format.money(transfer.reversedCents))}</span>
                )}
                {transfer.providerId !== null && (
                  <span className="block break-all">{transfer.providerId}</span>
                )}
              </>
            }
            end={<Money amountCents={transfer.amountCents} />}
            {...(transfer.paymentId === null
              ? {}
              : { to: linkTo('operatorPayment', { payment_id: transfer.paymentId }) })}
          />
        ))}
      </List>
    </Card>
  )
}
