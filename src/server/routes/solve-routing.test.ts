import { afterEach, describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { selectCandidates } from '#domain/routing/candidates.ts'
import { greatCircleMatrix } from '#domain/routing/matrix.ts'
import { DEFAULT_RECOMMEND_SETTINGS, recommendFrom } from '#domain/routing/recommend.ts'
import { solveRouting } from '#domain/routing/solve.ts'
import type { RoutingProblem } from '#domain/routing/types.ts'
import type { LocalTime } from '#domain/time.ts'
import { ThreadFailed } from '../threads/ask-threads.ts'
import { createRoutingSolver, type RoutingSolver } from './solve-routing.ts'

let solver: RoutingSolver | null = null
afterEach(async () => {
  await solver?.close()
})

const places = Array.from({ length: 30 }, (_, i) => ({
  lat: 39.7 + ((i * 37) % 100) / 1_000,
  lng: -105 + ((i * 61) % 100) / 1_000,
}))

function problem(): RoutingProblem {
  return {
    matrix: greatCircleMatrix(places),
    stops: places.slice(1).map((_, index) => ({
      node: index + 1,
      serviceSeconds: 900,
      openSeconds: 0,
      closeSeconds: 36_000,
      prize: 1_000 + 10 * index,
      isMandatory: false,
      load: 0,
      skills: 0,
    })),
    vehicles: [
      {
        startNode: 0,
        endNode: 0,
        startSeconds: 0,
        endSeconds: 18_000,
        rangeFeet: Infinity,
        capacity: Infinity,
        skills: 0,
        fixedCost: 0,
      },
    ],
    drivingCost: { perSecond: 0.4, perFoot: 0 },
  }
}

const budget = { seed: 4, iterations: 300 }

describe('the solver', () => {
  test('answers what the engine answers, for many questions at once on few threads', async () => {
    solver = createRoutingSolver({ threads: 2 })
    const expected = solveRouting(problem(), budget)
    const answers = await Promise.all(Array.from({ length: 6 }, () => solver!.solve(problem(), budget)))
    expect(answers).toEqual(answers.map(() => expected))
  })

  test('recommends what the engine recommends', async () => {
    solver = createRoutingSolver({ threads: 1 })
    const settings = DEFAULT_RECOMMEND_SETTINGS
    const candidates = selectCandidates({
      crew: {
        base: places[0]!,
        hours: { from: '08:00' as LocalTime, until: '12:00' as LocalTime },
        rangeFeet: 100_000,
        serviceKeys: ['bins'],
      },
      openStops: places.slice(1).map((place, index) => ({
        id: `stop${index}`,
        place,
        serviceMinutes: 15,
        window: null,
        payCents: cents(1_500),
        serviceKey: 'bins',
      })),
      assignedStops: [],
      settings,
      budget,
    })
    const expected = recommendFrom(candidates, greatCircleMatrix(candidates.places), settings, budget)
    const matrix = greatCircleMatrix(candidates.places)
    expect(await solver.recommend({ candidates, matrix, settings, budget })).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
    expect(matrix.seconds).toHaveLength(0)
  })

  test('leaves the event loop free while it searches, and stops at the time budget', async () => {
    solver = createRoutingSolver({ threads: 1 })
    let ticks = 0
    const timer = setInterval(() => ticks++, 5)
    const answer = await solver.solve(problem(), { seed: 1, iterations: 1e9, budgetMs: 200 })
    clearInterval(timer)
    expect(answer.iterations).toBeGreaterThan(10)
    expect(ticks).toBeGreaterThan(5)
  })

  test('rejects a question that the engine cannot take, and goes on', async () => {
    solver = createRoutingSolver({ threads: 1 })
    const broken = { ...problem(), vehicles: null } as unknown as RoutingProblem
    await expect(solver.solve(broken, budget)).rejects.toThrow(ThreadFailed)
    expect((await solver.solve(problem(), budget)).routes[0]!.length).toBeGreaterThan(0)
  })

  test('rejects a matrix that was already taken over, and goes on', async () => {
    solver = createRoutingSolver({ threads: 1 })
    const used = problem()
    await solver.solve(used, budget)
    await expect(solver.solve(used, budget)).rejects.toThrow(ThreadFailed)
    expect((await solver.solve(problem(), budget)).routes[0]!.length).toBeGreaterThan(0)
  })

  test.each([
    ['throws', 'throw new Error("broken")'],
    ['ends', 'process.exit(3)'],
  ])('rejects, one question a thread, when a thread %s', async (_, code) => {
    solver = createRoutingSolver({ threads: 1, script: new URL(`data:text/javascript,${code}`) })
    const asked = [solver.solve(problem(), budget), solver.solve(problem(), budget)]
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
  })

  test('rejects what is not answered when it is closed, and whatever is asked afterwards', async () => {
    solver = createRoutingSolver({ threads: 1 })
    const asked = [1, 2].map((seed) => solver!.solve(problem(), { seed, iterations: 1e9, budgetMs: 60_000 }))
    const outcomes = Promise.allSettled(asked)
    await solver.close()
    expect((await outcomes).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
    await expect(solver.solve(problem(), budget)).rejects.toThrow('closed')
  })
})
