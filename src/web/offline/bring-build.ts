/**
 * Brings a build to this device whole or not at all. The shell is kept last: where there is a shell, there is all that it
 * asks for. What was interrupted goes on where it stopped.
 */

import type { BuildMark, BuiltFile } from './build-mark.ts'

type Fetch = (request: Request) => Promise<Response>

/** More than browsers hold open to one server would only wait. */
const AT_ONCE = 6

/** Rejects where a part does not come, or does not fit on the disk. */
export async function bringBuild(
  { id, shell, files }: BuildMark,
  { cache, fetch, isOld }: { cache: Cache; fetch: Fetch; isOld: boolean },
): Promise<void> {
  const here = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = files.filter((file) => !here.has(file.path) && (isOld || !file.isForOldBrowsers))
  const bringNext = async (): Promise<void> => {
    for (let file = missing.shift(); file; file = missing.shift())
      await cache.put(file.path, await fetchPart(file, fetch))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, bringNext))
  const page = await fetch(new Request(shell, { cache: 'reload' }))
  // Another build may have come in between: then the page and its parts would not fit together.
  if (!page.ok || buildIn(await page.clone().text()) !== id) throw new Error('the shell is of another build')
  await cache.put(shell, page)
}

/** What the page itself has loaded just now need not be downloaded twice; what is damaged there is. */
async function fetchPart({ path, integrity }: BuiltFile, fetch: Fetch): Promise<Response> {
  const ask = async (cache: RequestCache) => {
    const response = await fetch(new Request(path, { integrity, cache }))
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
    return response
  }
  return ask('default').catch(() => ask('reload'))
}

/** The id that a build wrote into its page; undefined where the page is none of ours. */
export function buildIn(html: string): string | undefined {
  return /<meta name="crew-build" content="(\w+)"/.exec(html)?.[1]
}

/** What a page asks for before it shows anything. */
export function firstPartsIn(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
}
