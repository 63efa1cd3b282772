/** What a crew was paid for, in a few words; a tip says who gave it, so that it does not read like a second visit. */
import type { Reply } from '#web/api.ts'
import { useText } from '#web/text/store.ts'

type Earning = Pick<Reply<'GET /api/crew-payments'>['ladder'][number], 'kind' | 'serviceName' | 'fromName'>

export function useEarningTitle(): (earning: Earning) => string {
  const { kinds, tipFrom } = useText().money.receipt
  return ({ kind, serviceName, fromName }) => {
    if (kind === 'tip' && fromName !== null) return tipFrom(fromName)
    if (serviceName === null) return kinds[kind]
    return kind === 'visit' ? serviceName : `${kinds[kind]}: ${serviceName}`
  }
}
