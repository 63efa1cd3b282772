import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'

type Rules = Reply<'GET /api/commissions'>['rules']

/** What is earned, when it is one's own, and when it goes back: as it is set now. */
export function RulesCard({ rules }: { rules: Rules }) {
  const { commissions } = useText()
  const format = useFormat()
  const { customerBasisPoints, crewBasisPoints, maturityDays, withdrawalMinimumCents } = rules
  const months = commissions.months(rules.months)
  const sentences = [
    commissions.rules.customer(format.percent(customerBasisPoints), months),
    commissions.rules.crew(format.percent(crewBasisPoints), months),
    commissions.rules.matures(commissions.days(maturityDays)),
    commissions.rules.minimum(format.money(withdrawalMinimumCents)),
    commissions.rules.reversed,
    commissions.rules.self,
  ]
  return (
    <Card title={commissions.rulesTitle}>
      <ul className="grid list-disc gap-2 pl-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Card>
  )
}
