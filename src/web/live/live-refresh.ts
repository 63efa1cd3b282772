/** Turns hints into reads: those of one moment together, and spread where a thousand browsers may have received the same. */
import type { Query, QueryClient } from '@tanstack/react-query'
import { FRESH_COOKIE, FRESH_SECONDS } from '#contract/fresh.ts'
import type { LiveHint } from '#contract/live.ts'
import { writeCookie } from '#web/session/cookies.ts'
import { isPersonal } from '#web/session/user.ts'
import { isConcerned } from './live-reads.ts'

/** Named things concern few people; what names nothing may have changed for very many. */
const WAIT_MS = { named: [80, 150], vague: [300, 2_000], everything: [200, 5_000] } as const

/** A longer list is not fetched whole for each thing that changes in it: whoever opens it next reads it anew. */
const LONGEST_LIST = 500

export type LiveRefresh = {
  hint(hint: LiveHint): void
  /** It is not known what changed. */
  everything(): void
  stop(): void
}

export function createLiveRefresh(client: QueryClient): LiveRefresh {
  let hints: LiveHint[] = []
  let isEverything = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAt = Number.POSITIVE_INFINITY
  const refresh = () => {
    const [received, all] = [hints, isEverything]
    hints = []
    isEverything = false
    isAt = Number.POSITIVE_INFINITY
    // Whoever is told that something changed reads it as it is now.
    writeCookie(FRESH_COOKIE, '1', FRESH_SECONDS)
    const isOutdated = (query: Query) =>
      all ? isPersonal(query) : received.some((hint) => isConcerned(query.queryKey, hint))
    void client.invalidateQueries({ predicate: (query) => isOutdated(query) && (all || !isLong(query)) })
    void client.invalidateQueries({
      predicate: (query) => isOutdated(query) && isLong(query) && !all,
      refetchType: 'none',
    })
  }
  /** The earliest wish counts. */
  const soon = ([least, spread]: readonly [number, number]) => {
    const at = Date.now() + least + Math.random() * spread
    if (at >= isAt) return
    isAt = at
    clearTimeout(timer)
    timer = setTimeout(refresh, at - Date.now())
  }
  return {
    hint: (hint) => {
      hints.push(hint)
      soon(hint.ids.length === 0 ? WAIT_MS.vague : WAIT_MS.named)
    },
    everything: () => {
      isEverything = true
      soon(WAIT_MS.everything)
    },
    stop: () => clearTimeout(timer),
  }
}

function isLong({ state: { data } }: Query): boolean {
  return Array.isArray(data) && data.length > LONGEST_LIST
}
