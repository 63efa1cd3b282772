/** What still waits for the provider, and how the bench waits with it. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { House } from './house.ts'
import { healAccounts } from './mischief.ts'

const LOOK_MS = 100
const LONGEST_WAIT_MS = 240_000

/** `tasks`: what could be done at once; `besides` are customers who are asked again and again. */
export async function moneyLeft(
  { app, now }: House,
  besides: readonly UserId[] = [],
): Promise<{ charges: number; paid: number; tasks: number }> {
  const { rows } = await sql<{ charges: number; paid: number; tasks: number }>`
    select
      (select count(*) from payment where state in ('due', 'charging') and total_cents > 0
        and customer_id <> all(${[...besides]}::uuid[]))::integer as charges,
      (select count(*) from payment where state = 'paid')::integer as paid,
      (select count(*) from task where parked_at is null and run_at <= ${new Date(now()).toISOString()}
        and lane in ('payments', 'payouts', 'provider_events', 'batches', 'quick'))::integer as tasks
  `.execute(app.db)
  return rows[0]!
}

/** By the house's clock so long from now, in such steps, each until nothing is left to do at once. */
export async function settle(house: House, hours: number, stepHours: number): Promise<void> {
  for (let at = 0; at < hours; at += stepHours) {
    await house.passTime(stepHours * HOUR_MS)
    await healAccounts(house)
    await quiet(house)
  }
}

async function quiet(house: House): Promise<void> {
  const until = Date.now() + LONGEST_WAIT_MS
  for (let empty = 0; empty < 3; ) {
    if (Date.now() > until) throw new Error('the work of a step does not come to an end')
    empty = (await moneyLeft(house)).tasks === 0 ? empty + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
