/** What this installation is: environment, demo, support address. `const config = useConfig()`, undefined until there. */
import { type Reply, useEndpoint } from '#web/api.ts'

export type PageConfig = Reply<'GET /api/config'>

export function useConfig(): PageConfig | undefined {
  return useEndpoint('GET /api/config', undefined, { staleMs: Number.POSITIVE_INFINITY }).data
}
