import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Brotli and gzip twins beside every text file, so that the server compresses nothing while people wait. */
export function precompressed(): Plugin {
  return {
    name: 'crew:precompressed',
    apply: 'build',
    // What was written, not what was generated: Vite still replaces its own marks in between.
    writeBundle: {
      order: 'post',
      async handler({ dir }, bundle) {
        for (const name of Object.keys(bundle)) {
          if (!/^assets\/.*\.(m?js|css|svg|geojson)$/.test(name)) continue
          const path = join(dir ?? '', name)
          const source = await readFile(path)
          if (source.length < 1_000) continue
          const brotli = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
          await writeFile(`${path}.br`, brotli)
          await writeFile(`${path}.gz`, gzipSync(source, { level: 9 }))
        }
      },
    },
  }
}
