/**
 * A commit that PostgreSQL calls done though no standby has it. Where one waits for a synchronous standby and somebody
 * cancels it, PostgreSQL answers COMMIT and only warns: the transaction stands on this server alone, and is gone where
 * the standby takes its place. For us nothing is done that might not be: whoever asked hears that it is not known.
 */
import type { Client } from 'pg'

/** Of the warning, in whatever language it is; see `SyncRepWaitForLSN` in PostgreSQL's syncrep.c. */
const WAITING_ROUTINE = 'SyncRepWaitForLSN'

const unsure = new WeakSet<object>()

/** `transaction_resolution_unknown`. */
class UnsureCommit extends Error {
  override name = 'UnsureCommit'
  readonly code = '08007'
}

export function watchCommits(client: Client): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAITING_ROUTINE) unsure.add(client)
  })
}

/** Throws after a statement that may not have been kept. */
export function refuseUnsure(client: object): void {
  if (unsure.delete(client)) throw new UnsureCommit('the commit is on no standby')
}
