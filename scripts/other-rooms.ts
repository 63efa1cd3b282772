/**
 * What runs on another PostgreSQL in the ordinary check: the rooms whose tests depend on more than the server's
 * understanding of a statement (decision 79). Of all others the statements are asked (`src/testing/statements.ts`).
 */
export const OTHER_ROOMS: readonly string[] = [
  // How it is reached, what it keeps by itself, what it says of itself.
  'src/server/connections/',
  'src/server/db/',
  'src/server/failover/',
  'src/server/live/',
  'src/server/replica/',
  'src/server/signals/',
  'src/server/system-health/',
  // Many at once: locks, serializable transactions, queues.
  'src/server/assignments/',
  'src/server/ledger/',
  'src/server/offers/',
  'src/server/payments/',
  'src/server/ports/bank/',
  'src/server/refunds/',
  'src/server/tasks/',
  'src/server/workers/',
  // Plans, and tables that are large or shrink.
  'src/server/imports/',
  'src/server/retention/',
  'src/server/search/',
  'src/testing/plans.test.ts',
  // Schemas, copies and moves of whole tables; orders of letters.
  'src/server/leaving/',
  'src/server/merging/',
  'src/server/people-desk/',
  'src/server/shared-views/',
  'src/cli/',
]
