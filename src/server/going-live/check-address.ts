import type { Seen } from '#contract/going-live.ts'
import type { Config } from '../config.ts'

const TIMEOUT_MS = 5_000

/** Asked as anybody outside would: a proxy in front of us may not be there yet. */
export async function checkAddress({ http }: Config): Promise<Seen> {
  if (!http.isSecure) return { state: 'missing', detail: http.origin }
  try {
    const answer = await fetch(`${http.origin}/api/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (answer.ok) return { state: 'ok', detail: http.origin }
    return { state: 'unchecked', detail: `${http.origin} answered ${answer.status}` }
  } catch (error) {
    return { state: 'unchecked', detail: `${http.origin}: ${reasonOf(error)}` }
  }
}

/** A cause says more than "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
