/** Which tests of the server a change touches: those beside it, then those of rooms that import it. */
import { dirname, join, normalize } from 'node:path'

export type Source = { readonly path: string; readonly text: string }

export type Choice = { readonly chosen: readonly string[]; readonly left: readonly string[] }

const IS_TEST = /\.test\.tsx?$/
const OF_SERVER = /^(src\/(server|cli|testing)|sim)\//

/**
 * Nearest first, at most `most`. Every test enters through the whole server, so the graph of imports alone would always
 * answer with all of them. `left` are those of the same reach that had no room.
 */
export function serverTestsFor(changed: readonly string[], sources: readonly Source[], most: number): Choice {
  const tests = sources.map(({ path }) => path).filter((path) => IS_TEST.test(path) && OF_SERVER.test(path))
  const isChanged = new Set(changed)
  const importing = sources.filter((source) => importsOf(source).some((path) => isChanged.has(path)))
  const near = [
    ...tests.filter((path) => isChanged.has(path)),
    ...changed.filter((path) => OF_SERVER.test(path)).flatMap((path) => testsBeside(path, tests)),
    ...importing.map(({ path }) => path).filter((path) => tests.includes(path)),
    ...importing.filter(({ path }) => OF_SERVER.test(path)).flatMap(({ path }) => testsBeside(path, tests)),
  ]
  const reached = [...new Set(near)]
  // The simulated city takes as long as all the others together: it runs for changes of its own.
  const isCity = (path: string) => path.startsWith('sim/') && !changed.some((each) => each.startsWith('sim/'))
  const quick = reached.filter((path) => !isCity(path))
  return { chosen: quick.slice(0, most), left: [...quick.slice(most), ...reached.filter(isCity)] }
}

/** Of its folder, or of the nearest one above that has tests. */
function testsBeside(path: string, tests: readonly string[]): string[] {
  for (let folder = dirname(path); folder.includes('/') || folder === 'sim'; folder = dirname(folder)) {
    const beside = tests.filter((test) => dirname(test) === folder)
    if (beside.length > 0) return beside
  }
  return []
}

function importsOf({ path, text }: Source): string[] {
  return [...text.matchAll(/\bfrom '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g)].map(([, named, lazy]) => {
    const target = (named ?? lazy)!
    return target.startsWith('#') ? `src/${target.slice(1)}` : normalize(join(dirname(path), target))
  })
}
