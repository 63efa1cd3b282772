/**
 * Every call by which operators change something leaves an entry in the log. Here each has its place in a list; whether
 * it does is asked after each such call of any test (`testing/expect-logged.ts`), and every endpoint is called by one.
 */
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#contract/audit-actions.ts'
import { contract } from '#contract/index.ts'
import { LOGGED_CALLS, UNLOGGED_CALLS } from '#testing/logged-calls.ts'

/** Questions with a body, and what was only looked at. */
const READS = /^POST \/api\/(get|find|preview|search)\b/

const writing = Object.entries(contract)
  .filter(([key, { access }]) => access === 'operator' && key.startsWith('POST ') && !READS.test(key))
  .map(([key]) => key)

test('every writing call of operators says in testing/logged-calls.ts what it leaves in the log, or why nothing', () => {
  expect([...Object.keys(LOGGED_CALLS), ...Object.keys(UNLOGGED_CALLS)].sort()).toEqual(writing.sort())
})

test('the list of actions has each once, in order', () => {
  expect([...AUDIT_ACTIONS]).toEqual([...new Set(AUDIT_ACTIONS)].sort())
})
