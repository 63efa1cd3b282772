/** A city that lives: its people act through the actions that the endpoints call, on a clock of its own. */
import type { VisitId } from '#domain/ids.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import type { VirtualClock } from '#server/ports/clock/embedded.ts'
import { ProviderFailure } from '#server/ports/payments/failure.ts'
import { Refused } from '#server/refused.ts'
import type { CrewScope, CustomerScope, OperatorScope } from '#server/scope.ts'
import { runDueTasks } from '#server/workers/run-tasks.ts'
import type { Chance } from './chance.ts'
import type { City, CrewPlan, CustomerPlan } from './city.types.ts'
import type { Habits } from './habits.ts'
import type { Outside } from './outside.ts'
import type { Pictures } from './pictures.ts'

/** The machine that the marketplace runs on: it may die at any statement and be started again. */
export type Host = {
  /** The application as it runs now; after a restart another one. */
  app(): App
  hasCrashed(): boolean
  restart(): Promise<void>
}

export type LivingCustomer = {
  readonly plan: CustomerPlan
  readonly scope: CustomerScope
  readonly referralCode: string
}
export type LivingCrew = {
  readonly plan: CrewPlan
  readonly scope: CrewScope
  readonly referralCode: string
}

/** Something that will happen at a moment. */
export type TimelineEvent = { readonly at: Instant; readonly run: () => Promise<unknown> }

export type World = {
  readonly city: City
  readonly chance: Chance
  readonly habits: Habits
  readonly host: Host
  readonly clock: VirtualClock
  readonly zone: string
  /** What held in its market at first: during a simulation only rates of tax change. */
  readonly settings: BusinessSettings
  readonly pictures: Pictures
  /** How many people act at once where they act at the same moment. */
  readonly lanes: number
  readonly passwordHash: string
  readonly customers: Map<string, LivingCustomer>
  readonly crews: Map<string, LivingCrew>
  readonly operator: OperatorScope
  /** What happens on later days because of what happened before. */
  readonly later: TimelineEvent[]
  /** Until when each crew has something to do today, by its id. */
  readonly busyUntil: Map<string, Instant>
  /** Since when each crew has a payout account that works, by its id. */
  readonly payableSince: Map<string, Instant>
  /** What is true of rentals, whatever the product was told. */
  readonly outside: Outside
  /** Visits on offer that nobody in the city answers: they wait for whoever looks. */
  readonly leftOpen: Set<VisitId>
  /** How often what came of what, such as `complete` or `complete: photos_missing`. */
  readonly tally: Map<string, number>
  /** Whose day is shown when the last day ends in its middle; see `stops.ts`. */
  readonly showcase: Showcase | null
}

export type Showcase = {
  readonly crewKey: string
  readonly customerKey: string
  readonly until: Instant
  /** From this day on no crew looks for more, so that there is work to be found. */
  readonly quietFromDay: number
}

/**
 * Lets somebody act. What the product refuses and what the provider leaves unanswered is counted and answers null;
 * where the machine dies meanwhile it is started again and the person tries once more.
 */
export async function attempt<Result>(
  world: World,
  what: string,
  act: (app: App) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await surviving(world, () => act(world.host.app())).finally(() => count(world, what))
  } catch (error) {
    if (error instanceof Refused) count(world, `${what}: ${error.code}`)
    else if (error instanceof ProviderFailure) count(world, `${what}: provider_${error.kind}`)
    else throw error
    return null
  }
}

/** Moves the clock and does all background work that is due by then. */
export async function tick(world: World, at: Instant): Promise<void> {
  world.clock.set(at)
  await surviving(world, () => runDueTasks(world.host.app()))
}

export async function inLanes<Item>(
  world: World,
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await act(item)
  }
  await Promise.all(Array.from({ length: Math.min(world.lanes, items.length) }, lane))
}

function count(world: World, what: string): void {
  world.tally.set(what, (world.tally.get(what) ?? 0) + 1)
}

/** More deaths than this in one go are no chance but a fault of ours. */
const MOST_RESTARTS = 20

async function surviving<Result>(world: World, act: () => Promise<Result>): Promise<Result> {
  for (let restarts = 0; ; restarts++) {
    const life = world.host.app()
    try {
      return await act()
    } catch (error) {
      // Another may have started it again before this one noticed.
      const isOver = world.host.hasCrashed() || world.host.app() !== life
      if (!isOver || restarts >= MOST_RESTARTS) throw error
      if (!world.host.hasCrashed()) continue
      count(world, 'crash')
      await world.host.restart()
    }
  }
}
