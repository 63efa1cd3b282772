/** One call of the API, as those who answer it see it. */
import type { EndpointName } from './endpoint-names.ts'
import type { Owner, World } from './world.ts'

export type Call = {
  readonly world: World
  readonly owner: Owner
  /** From the address, in order. */
  readonly ids: readonly string[]
  /** Called by a page with the publishable key and a client secret: on session, and not everything is shown. */
  readonly isFromBrowser: boolean
  /** Where the double itself can be reached: for links that people follow. */
  readonly origin: string
}

/** A method, so that each may name the parameters of its own endpoint: the table has proven them. */
type Answer = { of(call: Call, params: object): object }['of']
export type Answers = { readonly [K in EndpointName]?: Answer }

/** What `expand` would fill in stands as an id. */
export function idOf(value: string | { readonly id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

/** Metadata is merged; an empty value takes a key away. */
export function mergeMetadata(
  old: Record<string, string> | null,
  sent: Record<string, string | number | null> | '' | null | undefined,
): Record<string, string> {
  if (sent === '' || sent === null) return {}
  const merged = { ...old }
  for (const [name, value] of Object.entries(sent ?? {}))
    if (value === '' || value === null) delete merged[name]
    else merged[name] = String(value)
  return merged
}
