/** The head of a receipt or a statement: how much, where it stands, for whom, and its number. */
import type { ComponentProps } from 'react'
import type { Letterhead } from '#domain/billing/letterhead.ts'
import { paperNumber } from '#domain/billing/receipt.ts'
import type { Cents } from '#domain/money.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { PaperParties } from './paper-parties.tsx'

type PaperHeadProps = {
  id: string
  amountCents: Cents
  state: string
  stateLabel: string
  letterhead: Letterhead
  billedTo?: ComponentProps<typeof PaperParties>['billedTo']
  /** What is not so is left out. */
  facts: readonly (string | null | false)[]
}

export function PaperHead({ id, amountCents, state, stateLabel, facts, ...parties }: PaperHeadProps) {
  const { receipt } = useText().money
  return (
    <Card>
      <PaperParties {...parties} />
      <div className="flex flex-wrap items-center justify-between gap-3 pt-3">
        <Money amountCents={amountCents} isLarge />
        <StateBadge state={state} label={stateLabel} />
      </div>
      <p className="pt-2 text-muted">{facts.filter(Boolean).join(' · ')}</p>
      <p className="nums text-sm break-all text-muted">
        {receipt.number} {paperNumber(id)}
      </p>
    </Card>
  )
}
