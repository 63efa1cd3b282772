/** How the double lies: once, where it was told to, or now and then by a seeded chance. */
import { createHash } from 'node:crypto'
import type { World } from './world.ts'

export const FAULTS = [
  /** The connection breaks before anything happened. */
  'lost_request',
  /** It happened, and the connection breaks before the answer. */
  'lost_answer',
  'rate_limit',
  /** Another call with this key is said to be under way. */
  'conflict',
  /** Nothing happened; the same call may be made again. */
  'server_error',
  /** It happened, and says 500: also to everybody who asks again with this key. */
  'server_error_kept',
  /** It happened, and the answer comes after `ms`. */
  'slow',
  /** It happens after `ms`. */
  'late',
  /** It happened, and no answer ever comes. */
  'hang',
] as const
export type FaultKind = (typeof FAULTS)[number]
/** `on` is the address with its verb as the calls have it, `POST /v1/refunds`, or `*`. */
export type Fault = {
  readonly on: string
  readonly kind: FaultKind
  readonly times: number
  readonly ms: number
}
/** The share of calls that each befalls. */
type Chaos = Partial<Record<FaultKind, number>> & { readonly seed?: number; readonly ms?: number }

export function planFault(world: World, fault: Fault): void {
  world.setNote('fault', 'planned', [...planned(world), fault])
}

export function forgetFaults(world: World): void {
  world.setNote('fault', 'planned', [])
  world.setNote('fault', 'chaos', null)
}

/** The fault that this call meets, if any. */
export function meetFault(world: World, endpoint: string): { kind: FaultKind; ms: number } | undefined {
  const faults = planned(world)
  const at = faults.findIndex(({ on }) => on === '*' || on === endpoint)
  const met = faults[at]
  if (met !== undefined) {
    const left = met.times > 1 ? [{ ...met, times: met.times - 1 }] : []
    world.setNote('fault', 'planned', [...faults.slice(0, at), ...left, ...faults.slice(at + 1)])
    return counted(world, met)
  }
  const chaos = world.note('fault', 'chaos')
  const drawn = isChaos(chaos) ? drawFault(world, chaos) : undefined
  return drawn && counted(world, drawn)
}

function counted<Met extends { readonly kind: FaultKind }>(world: World, met: Met): Met {
  world.nextNumber(`met ${met.kind}`)
  return met
}

const WEBHOOK_FAULTS = [
  'webhook_lost',
  'webhook_twice',
  'webhook_overtaken',
  'webhook_before_answer',
] as const

/** How many calls, and webhooks, met each kind so far. */
export function faultsMet(world: World): Record<string, number> {
  return Object.fromEntries(
    [...FAULTS, ...WEBHOOK_FAULTS].map((kind) => [kind, Number(world.note('counter', `met ${kind}`) ?? 0)]),
  )
}

function drawFault(world: World, chaos: Chaos): { kind: FaultKind; ms: number } | undefined {
  let drawn = chance(world, chaos.seed)
  for (const kind of FAULTS) {
    drawn -= chaos[kind] ?? 0
    if (drawn < 0) return { kind, ms: chaos.ms ?? 100 }
  }
  return undefined
}

/** Between 0 and 1, the same in every run with the same calls. */
export function chance(world: World, seed = Number(world.note('setting', 'seed') ?? 1)): number {
  const digest = createHash('sha256')
    .update(`${seed} ${world.nextNumber('chance')}`)
    .digest()
  return digest.readUInt32BE(0) / 2 ** 32
}

function planned(world: World): Fault[] {
  const faults = world.note('fault', 'planned')
  return Array.isArray(faults) ? faults : []
}

function isChaos(value: unknown): value is Chaos {
  return typeof value === 'object' && value !== null
}
