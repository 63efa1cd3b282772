/** The zone of the city on an operator's desk, by which its days begin; undefined until it is known. */
import { DEFAULT_TIME_ZONE } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'

/** As long as the choice of cities in the frame of the pages holds. */
const STALE_MS = 300_000

export function useDeskZone(): string | undefined {
  const markets = useEndpoint('GET /api/markets', {}, { staleMs: STALE_MS })
  if (markets.isPending) return undefined
  return markets.data?.find(({ isCurrent }) => isCurrent)?.timeZone ?? DEFAULT_TIME_ZONE
}
