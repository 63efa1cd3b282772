import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { instant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { newDatabase } from '#testing/database.ts'
import { BrokenInvariant } from './invariants.ts'
import { type SimulationOptions, type SimulationResult, simulate } from './simulate.ts'

// A third seed runs with what is planted for each invariant.
test.each([1, 2])(
  'two weeks of a small city of seed %i break nothing',
  async (seed) => {
    const { dayCount, totals, tally } = await simulateSmall({ seed })
    expect(dayCount).toBe(14)
    const counted = new Map(totals.map(({ name, count }) => [name, count]))
    expect(counted.get('visits completed')).toBeGreaterThan(5)
    expect(counted.get('payments paid')).toBeGreaterThan(0)
    expect(counted.get('payouts weekly paid')).toBeGreaterThan(0)
    expect(tally.get('crash')).toBeGreaterThan(0)
  },
  300_000,
)

test('the same seed goes the same way', async () => {
  const [one, other] = [
    await simulateSmall({ seed: 5, untilDay: 5 }),
    await simulateSmall({ seed: 5, untilDay: 5 }),
  ]
  expect(one.totals).toEqual(other.totals)
  // Which of two that act at one moment is counted first says nothing.
  expect(Object.fromEntries(one.tally)).toEqual(Object.fromEntries(other.tally))
}, 300_000)

test('what breaks a rule is found on its day and can be seen again', async () => {
  const broken = simulateSmall({
    seed: 2,
    onDay: async (day, _, { db }) => {
      if (day !== 2) return
      // A crew that earns on a visit which nobody has done.
      const visit = await db
        .selectFrom('visit')
        .where('state', '=', 'scheduled')
        .select('id')
        .executeTakeFirstOrThrow()
      const crew = await db.selectFrom('crew_profile').select('user_id').executeTakeFirstOrThrow()
      const at = toTimestamp(instant(0))
      await db
        .insertInto('earning')
        .values({
          crew_id: crew.user_id,
          visit_id: visit.id,
          kind: 'visit',
          amount_cents: cents(1),
          earned_at: at,
          available_at: at,
        })
        .execute()
    },
  })
  await expect(broken).rejects.toThrow(BrokenInvariant)
  await expect(broken).rejects.toThrow(
    /^Seed 2, day 2 \(2026-03-04.*a crew earned on a visit that is not completed/,
  )
  await expect(broken).rejects.toThrow(
    'npm run simulate -- --seed 2 --weeks 2 --customers 12 --crews 4 --until-day 2',
  )
}, 300_000)

async function simulateSmall(
  options: Pick<SimulationOptions, 'seed' | 'untilDay' | 'onDay'>,
): Promise<SimulationResult> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-simulation-'))
  const { connection: ownerConnection, appConnection: connection } = await newDatabase()
  try {
    return await simulate({
      weeks: 2,
      customerCount: 12,
      crewCount: 4,
      ownerConnection,
      connection,
      dataDirectory,
      ...options,
    })
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
}
