/** What the registry is asked about packages, and what its answer makes of the list. */
import { z } from 'zod'
import type { Advisory, Installed } from './check-packages.ts'

export type AdvisoryList = {
  /** The day on which it was brought up to date. */
  readonly asOf: string
  readonly source: string
  readonly advisories: readonly Advisory[]
}

/** What `npm audit` reads, as far as we need it. */
const answer = z.record(
  z.string(),
  z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      severity: z.enum(['low', 'moderate', 'high', 'critical']),
      vulnerable_versions: z.string(),
    }),
  ),
)

/** Each package with its versions. */
export function questionOf(installed: readonly Installed[]): Record<string, string[]> {
  const question: Record<string, string[]> = {}
  for (const { name, version } of installed)
    question[name] = [...new Set([...(question[name] ?? []), version])]
  return question
}

/** The newer word on an advisory counts, but what was accepted of it stays accepted. Throws where it is no answer. */
export function mergeAnswer(
  list: AdvisoryList,
  answered: unknown,
  asOf: string,
  registry: string,
): AdvisoryList {
  const fresh = Object.entries(answer.parse(answered)).flatMap(([name, each]) =>
    each.map(({ url, title, severity, vulnerable_versions: range }): Advisory => {
      const id = url.split('/').at(-1)!
      const accepted = list.advisories.find((known) => known.id === id && known.package === name)?.accepted
      return { id, package: name, severity, range, title, ...(accepted === undefined ? {} : { accepted }) }
    }),
  )
  const kept = list.advisories.filter(
    (known) => !fresh.some(({ id, package: name }) => id === known.id && name === known.package),
  )
  const advisories = [...kept, ...fresh].toSorted((one, other) =>
    `${one.package} ${one.id}` < `${other.package} ${other.id}` ? -1 : 1,
  )
  return { asOf, source: `the registry ${registry}, and what was known before`, advisories }
}
