/**
 * Brings a build to this device whole or not at all. The shell is kept last: where there is a shell, there is all that it
 * asks for. What was interrupted goes on where it stopped.
 */

import type { BuildMark, BuiltFile } from './build-mark.ts'

/** Where to, from where; a request is the browser's, or what stands for it. */
type Ports<Asked> = {
  readonly cache: {
    keys(): Promise<readonly { readonly url: string }[]>
    put(path: string, response: Response): Promise<void>
  }
  readonly request: (path: string, how: { integrity?: string; cache: RequestCache }) => Asked
  readonly fetch: (request: Asked) => Promise<Response>
  /** Whether this browser needs what others have themselves. */
  readonly isOld: boolean
}

/** More than browsers hold open to one server would only wait. */
const AT_ONCE = 6

/** Rejects where a part does not come, or does not fit on the disk. */
export async function bringBuild<Asked>(
  { id, shell, files }: BuildMark,
  { cache, request, fetch, isOld }: Ports<Asked>,
): Promise<void> {
  const here = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = files.filter((file) => !here.has(file.path) && (isOld || !file.isForOldBrowsers))
  const ask = async ({ path, integrity }: BuiltFile, from: RequestCache) => {
    const response = await fetch(request(path, { integrity, cache: from }))
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
    return response
  }
  const bringNext = async (): Promise<void> => {
    for (let file = missing.shift(); file; file = missing.shift()) {
      const part = file
      // What the page has loaded just now need not be downloaded twice; what is damaged there is.
      await cache.put(part.path, await ask(part, 'default').catch(() => ask(part, 'reload')))
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, bringNext))
  const failed = lanes.find((lane) => lane.status === 'rejected')
  if (failed) throw failed.reason
  const page = await fetch(request(shell, { cache: 'reload' }))
  // Another build may have come in between: then the page and its parts would not fit together.
  if (!page.ok || buildIn(await page.clone().text()) !== id) throw new Error('the shell is of another build')
  await cache.put(shell, page)
}

/** The id that a build wrote into its page; undefined where the page is none of ours. */
export function buildIn(html: string): string | undefined {
  return /<meta name="crew-build" content="(\w+)"/.exec(html)?.[1]
}

/** What a page asks for before it shows anything. */
export function firstPartsIn(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
}
