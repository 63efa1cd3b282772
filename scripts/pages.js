/** Builds the pages when what they are made of has changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runQuietly, withProgress } from './command.js'

const INPUTS = [
  'src/web',
  'src/domain',
  'src/contract',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/service-worker.ts',
  'package-lock.json',
]
const STAMP = join(root, '.cache', 'pages-built-from')
const RESULT = join(root, 'dist', 'web', 'index.html')

export async function ensurePagesBuilt(node) {
  const hash = hashOfInputs()
  if (existsSync(RESULT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { code, output } = await withProgress('Building the pages', () => runQuietly(node, [vite, 'build']))
  if (code !== 0) throw new Error(`${output.trim()}\nThe pages could not be built.`)
  markPagesBuilt(hash)
}

/** Remembers that `dist` is made of the inputs as they are. */
export function markPagesBuilt(hash = hashOfInputs()) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(STAMP, hash)
}

function hashOfInputs() {
  const hash = createHash('sha256')
  for (const path of INPUTS.flatMap(filesBelow))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** Tests and their fixtures are no part of the pages. */
function filesBelow(path) {
  const full = join(root, path)
  if (!existsSync(full) || /\.test\.tsx?$/.test(path)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
