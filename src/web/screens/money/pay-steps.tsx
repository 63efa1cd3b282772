/** Visit by visit: where its money stands, what keeps it there, and the button that mends it. */
import type { Reply } from '#web/api.ts'
import { useEarningTitle } from '#web/money/earning-title.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'

type Earnings = Reply<'GET /api/crew-payments'>
type Rung = Earnings['ladder'][number]

/** From done to in the bank, of which the rung has climbed so many. */
const CLIMBED: Readonly<Record<Rung['step'], number>> = {
  earned: 1,
  available: 2,
  sending: 3,
  returned: 3,
  in_transit: 3,
  in_bank: 4,
}

export function PaySteps({ earnings }: { earnings: Earnings }) {
  const { money } = useText()
  if (earnings.ladder.length === 0) return null
  return (
    <Card title={money.earnings.byWork} isFlush>
      <ul aria-label={money.earnings.byWork} className="divide-y divide-line">
        {earnings.ladder.map((rung) => (
          <PayStep key={rung.id} rung={rung} paysAt={earnings.nextPayout.paysAt} />
        ))}
      </ul>
    </Card>
  )
}

function PayStep({ rung, paysAt }: { rung: Rung; paysAt: string }) {
  const { money } = useText()
  const format = useFormat()
  const texts = useStepText(rung, paysAt)
  const { problem } = rung
  const title = [useEarningTitle()(rung), rung.placeName].filter(Boolean)
  return (
    <li className="grid gap-1 px-4 py-3 sm:px-5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">{title.join(' · ')}</span>
        <Money amountCents={rung.amountCents} />
      </div>
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={`h-1 rounded-full ${step > CLIMBED[rung.step] ? 'bg-line' : problem === null ? 'bg-accent' : 'bg-warn'}`}
          />
        ))}
      </div>
      <p className="text-sm text-muted">
        {format.day(rung.date)} · {texts}
      </p>
      {problem !== null && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-warn">{money.earnings.problems[problem]}</p>
          {problem !== 'account_frozen' && problem !== 'delayed' && (
            <ButtonLink to={linkTo('stripeConnect')}>{money.earnings.mend[problem]}</ButtonLink>
          )}
        </div>
      )}
    </li>
  )
}

function useStepText(rung: Rung, paysAt: string): string {
  const { steps } = useText().money.earnings
  const format = useFormat()
  switch (rung.step) {
    case 'earned':
      return steps.earned(format.dateTime(rung.availableAt))
    case 'available':
      return steps.available(format.dateOf(paysAt))
    case 'in_transit':
      return steps.in_transit(rung.arrivesAt && format.dateOf(rung.arrivesAt))
    case 'in_bank':
      return steps.in_bank(format.dateOf(rung.inBankAt ?? rung.earnedAt))
    case 'sending':
    case 'returned':
      return steps[rung.step]
  }
}
