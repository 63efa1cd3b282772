/** Which files of a build are behind a part of the app, for those who ask for them before the first script does. */
import type { Rolldown } from 'vite'

/** What these modules need beyond the first download, styles with it. */
export function partsBehind(bundle: Rolldown.OutputBundle, modules: readonly RegExp[]): string[] {
  const files = Object.values(bundle)
  const chunks = files.filter((file) => file.type === 'chunk')
  const known = closureOf(
    bundle,
    chunks.filter(({ isEntry }) => isEntry),
  )
  const parts = modules.flatMap((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
    if (chunk !== undefined) return [...closureOf(bundle, [chunk])]
    // A sheet that stands for itself has no script.
    const sheet = files.find(
      (file) => file.type === 'asset' && file.originalFileNames.some((id) => module.test(id)),
    )
    if (sheet === undefined) throw new Error(`No part of the build is made of ${module}.`)
    return [sheet.fileName]
  })
  return [...new Set(parts)].filter((name) => !known.has(name))
}

function closureOf(
  bundle: Rolldown.OutputBundle,
  chunks: readonly Rolldown.OutputChunk[],
  seen = new Set<string>(),
): Set<string> {
  for (const chunk of chunks) {
    if (seen.has(chunk.fileName)) continue
    seen.add(chunk.fileName)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet)
    const next = chunk.imports.flatMap((name) => (bundle[name]?.type === 'chunk' ? bundle[name] : []))
    closureOf(bundle, next, seen)
  }
  return seen
}

/** As a document names them. */
export function hintTo(name: string): string {
  return name.endsWith('.css')
    ? `<link rel="preload" href="/${name}" as="style" />`
    : `<link rel="modulepreload" href="/${name}" fetchpriority="low" />`
}
