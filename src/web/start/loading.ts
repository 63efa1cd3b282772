/** Loading flags of the start-up, one a resource (seed §4). */

export type LoadingFlag =
  | 'user'
  | 'gettingJobs'
  | 'properties'
  | 'complexes'
  | 'complexGroups'
  | 'pricing'
  | 'propertyGroups'
  | 'customer'

let loading: ReadonlySet<LoadingFlag> = new Set()

/** @public Promised by the seed (§4), a flag a resource; no screen asks yet. */
export function isLoading(flag: LoadingFlag): boolean {
  return loading.has(flag)
}

/** Holds the flag up while the work goes on, however it ends. */
export async function whileLoading<Result>(flag: LoadingFlag, work: () => Promise<Result>): Promise<Result> {
  loading = new Set([...loading, flag])
  try {
    return await work()
  } finally {
    loading = new Set([...loading].filter((other) => other !== flag))
  }
}
