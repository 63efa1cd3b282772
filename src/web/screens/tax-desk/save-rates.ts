import { useQueryClient } from '@tanstack/react-query'
import { areSameRates } from '#domain/settings/tax-rates.ts'
import { useAction } from '#web/api.ts'
import type { Rates } from './describe-rate.ts'

type Wanted = Pick<Rates, 'byService' | 'otherBasisPoints'>

/** Writes what differs from what would hold then; both are settings of the market. Null is at once. */
export function useSaveRates({ marketId }: Rates) {
  const client = useQueryClient()
  const set = useAction('POST /api/set-setting')
  return async (wanted: Wanted, held: Wanted, inForceFrom: string | null) => {
    const to = { marketId, inForceFrom }
    try {
      if (!areSameRates(wanted.byService, held.byService))
        await set.mutateAsync({ body: { ...to, key: 'salesTaxByService', value: wanted.byService } })
      if (wanted.otherBasisPoints !== held.otherBasisPoints)
        await set.mutateAsync({ body: { ...to, key: 'salesTaxBasisPoints', value: wanted.otherBasisPoints } })
    } finally {
      await client.invalidateQueries({ queryKey: ['GET /api/sales-tax-rates'] })
    }
  }
}
