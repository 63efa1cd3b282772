import { useState } from 'react'
import type { Cents } from '#domain/money.ts'
import { type Reply, useAction } from '#web/api.ts'
import { useHoldsText } from '#web/money/payout-texts.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { AmountsAlike } from '#web/ui/amounts-alike.tsx'
import { StateBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'

type Earnings = Reply<'GET /api/crew-payments'>

export function NextPayout({ earnings }: { earnings: Earnings }) {
  const { money } = useText()
  const format = useFormat()
  const { nextPayout } = earnings
  const waits = nextPayout.waitsFor
  return (
    <Card title={money.earnings.next}>
      <div className="grid gap-3">
        <div>
          <Money amountCents={nextPayout.amountCents} isLarge />
          <p className="text-muted">{money.earnings.nextOn(format.dateTime(nextPayout.paysAt))}</p>
        </div>
        {waits !== null && waits !== 'nothing_available' && (
          <Banner
            tone="warn"
            actions={
              waits === 'no_payout_account' && (
                <ButtonLink tone="primary" to={linkTo('stripeConnect')}>
                  {money.earnings.connect}
                </ButtonLink>
              )
            }
          >
            {money.earnings.waits[waits]}
          </Banner>
        )}
        {waits === 'nothing_available' && <p className="text-muted">{money.earnings.waits[waits]}</p>}
        {earnings.instantPayout && <InstantPayout offer={earnings.instantPayout} />}
      </div>
    </Card>
  )
}

function InstantPayout({ offer }: { offer: NonNullable<Earnings['instantPayout']> }) {
  const { money } = useText()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const request = useAction('POST /api/request-instant-payout', { refreshes: ['GET /api/crew-payments'] })
  const send = async () => {
    const { amountCents } = await request.mutateAsync({ body: {} })
    setAsking(false)
    showToast(money.earnings.instantDone(format.money(amountCents)))
  }
  return (
    <div>
      <Button icon="money" onClick={() => setAsking(true)}>
        {money.earnings.instant}
      </Button>
      <Dialog
        title={money.earnings.instantTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{money.earnings.cancel}</Button>
            <Button
              tone="primary"
              isBusy={request.isPending}
              onClick={() => void send().catch(() => undefined)}
            >
              {money.earnings.instantConfirm}
            </Button>
          </>
        }
      >
        <p>{money.earnings.instantBody(format.money(offer.amountCents), format.money(offer.feeCents))}</p>
        {request.isError && (
          <Banner tone="danger" isAlert>
            {request.error.message}
          </Banner>
        )}
      </Dialog>
    </div>
  )
}

/** The four places where money stands, from done to paid. */
export function PayLadder({ earnings }: { earnings: Earnings }) {
  const { money } = useText()
  const steps: readonly { texts: string; hint: string; amountCents: Cents }[] = [
    { texts: money.earnings.earned, hint: money.earnings.earnedHint, amountCents: earnings.pendingCents },
    {
      texts: money.earnings.available,
      hint: money.earnings.availableHint,
      amountCents: earnings.availableCents,
    },
    { texts: money.earnings.sending, hint: money.earnings.sendingHint, amountCents: earnings.sendingCents },
    { texts: money.earnings.paid, hint: money.earnings.paidHint, amountCents: earnings.paidCents },
  ]
  return (
    <Card title={money.earnings.ladder}>
      <AmountsAlike>
        <ol className="grid gap-3 sm:grid-cols-4">
          {steps.map(({ texts, hint, amountCents }, index) => (
            <li
              key={texts}
              className={`grid grid-cols-[1fr_auto] content-start gap-x-3 border-l-4 pl-3 sm:grid-cols-1 sm:border-t-4 sm:border-l-0 sm:pt-3 sm:pl-0 ${amountCents > 0 ? 'border-accent' : 'border-line'}`}
            >
              <span className="font-semibold">
                <span className="nums text-muted">{index + 1}.</span> {texts}
              </span>
              <Money amountCents={amountCents} />
              <span className="col-span-full text-sm text-muted">{hint}</span>
            </li>
          ))}
        </ol>
      </AmountsAlike>
    </Card>
  )
}

type PayoutRowProps = { payout: Earnings['payouts'][number]; weeks: Earnings['weeks'] }

export function PayoutRow({ payout, weeks }: PayoutRowProps) {
  const { money } = useText()
  const format = useFormat()
  const holds = useHoldsText()(payout, weeks)
  return (
    <ListRow
      to={linkTo('receipt', { paymentID: payout.id })}
      title={format.dateRange(payout.periodStart, payout.periodEnd)}
      detail={[money.earnings.kinds[payout.payoutKind], holds].filter(Boolean).join(' · ')}
      end={
        <span className="grid justify-items-end gap-1">
          <Money amountCents={payout.amountCents} />
          <StateBadge state={payout.state} label={money.earnings.states[payout.state]} />
        </span>
      }
    />
  )
}
