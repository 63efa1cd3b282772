/** Lists in pages, newest first, and objects written out where `expand` asks for them. */
import type { Call } from './call.ts'
import { refuse } from './problems.ts'
import type { Kind, Objects, Owner, World } from './world.ts'

type ListParams = {
  readonly limit?: number
  readonly starting_after?: string
  readonly ending_before?: string
  readonly created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
}
type From<T> = {
  /** Those of a customer, a charge, …, instead of all. */
  readonly among?: readonly T[]
  readonly keep?: (object: T) => boolean
  /** What is shown of it now, where that is not what was kept. */
  readonly shown?: (object: T) => T
  readonly url?: string
}

export function answerList<K extends Kind>(
  { world, owner }: Call,
  kind: K,
  params: ListParams,
  from: From<Objects[K]> = {},
): object {
  const isKept = (object: Objects[K]) =>
    isCreatedWithin(object, params.created) && (from.keep === undefined || from.keep(object))
  const page =
    from.among === undefined
      ? walkPage(world, kind, owner, params, isKept)
      : pageOf(from.among.filter(isKept), params, kind)
  const data = from.shown === undefined ? page.data : page.data.map(from.shown)
  const url =
    from.url ?? `/v1/${kind === 'radar.early_fraud_warning' ? 'radar/early_fraud_warnings' : `${kind}s`}`
  return { object: 'list', url, ...page, data }
}

/** Reads no further than the page reaches: of the last of ten thousand events it costs what the first costs. */
function walkPage<K extends Kind>(
  world: World,
  kind: K,
  owner: Owner,
  { limit = 10, starting_after, ending_before }: ListParams,
  isKept: (object: Objects[K]) => boolean,
): { data: Objects[K][]; has_more: boolean } {
  const isUpwards = ending_before !== undefined
  const from = ending_before ?? starting_after
  const start = from === undefined ? undefined : world.placeOf(from)
  if (from !== undefined && start === undefined)
    refuse(`No such ${kind}: '${from}'`, {
      code: 'resource_missing',
      param: isUpwards ? 'ending_before' : 'starting_after',
    })
  const data: Objects[K][] = []
  for (const object of world.walk(kind, owner, start, isUpwards)) {
    if (!isKept(object)) continue
    if (data.length === limit) return { data: isUpwards ? data.reverse() : data, has_more: true }
    data.push(object)
  }
  return { data: isUpwards ? data.reverse() : data, has_more: false }
}

/** `has_more` speaks of the direction in which was asked. */
export function pageOf<T extends { id: string }>(
  all: readonly T[],
  { limit = 10, starting_after, ending_before }: ListParams,
  kind: string,
): { data: T[]; has_more: boolean } {
  const placeOf = (id: string) => {
    const at = all.findIndex((object) => object.id === id)
    if (at < 0) refuse(`No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'starting_after' })
    return at
  }
  if (ending_before !== undefined) {
    const end = placeOf(ending_before)
    return { data: all.slice(Math.max(0, end - limit), end), has_more: end > limit }
  }
  const start = starting_after === undefined ? 0 : placeOf(starting_after) + 1
  return { data: all.slice(start, start + limit), has_more: all.length > start + limit }
}

/** `latest_charge.balance_transaction`, `data.customer`: what cannot be expanded is refused. */
export function expand(world: World, answer: object, paths: readonly string[]): object {
  const whole: Record<string, unknown> = structuredClone({ ...answer })
  for (const path of paths) expandPath(world, whole, path.split('.'), path)
  return whole
}

function expandPath(world: World, at: unknown, steps: readonly string[], path: string): void {
  const [step, ...rest] = steps
  if (step === undefined || at === null || at === undefined) return
  if (Array.isArray(at)) {
    for (const one of at) expandPath(world, one, steps, path)
    return
  }
  if (!isRecord(at)) return
  const value = at[step]
  if (value === undefined && !OPTIONAL.has(step))
    refuse(`This property cannot be expanded (${step}). You may want to try expanding it on another object.`)
  if (typeof value === 'string') at[step] = findAny(world, value, path)
  expandPath(world, at[step], rest, path)
}

/** Fields that an object has only sometimes, or that only come when expanded. */
const OPTIONAL = new Set([
  'failure_balance_transaction',
  'destination_payment',
  'transfer',
  'original_source',
  'account',
])

function findAny(world: World, id: string, path: string): unknown {
  const [row] = world.rows('select body from object where id = ?', id)
  if (row === undefined) refuse(`This property cannot be expanded (${path}).`, { param: 'expand' })
  return JSON.parse(String(row['body']))
}

function isCreatedWithin(object: object, created: ListParams['created']): boolean {
  if (created === undefined || !('created' in object) || typeof object.created !== 'number') return true
  if (typeof created === 'number') return object.created === created
  const at = object.created
  return (
    at > (created.gt ?? -1) &&
    at >= (created.gte ?? 0) &&
    at < (created.lt ?? Number.MAX_SAFE_INTEGER) &&
    at <= (created.lte ?? Number.MAX_SAFE_INTEGER)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
