/** Installs the packages when the lockfile is not what `node_modules` was made from. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runQuietly, withProgress } from './command.js'

const STAMP = join(root, 'node_modules', '.crew-lockfile')

export async function ensureInstalled() {
  const lockfile = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lockfile).digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  if (!matchesInstalled(JSON.parse(lockfile.toString()))) await install()
  writeFileSync(STAMP, hash)
}

/** Whether somebody ran `npm ci` by hand: npm keeps a list of what it put there. */
function matchesInstalled(lockfile) {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages
  return Object.entries(lockfile.packages).every(
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional && installed[path] === undefined),
  )
}

async function install() {
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-fund', '--no-audit', '--loglevel=error']
  const { code, output } = await withProgress('Installing packages', () =>
    npm && /\.c?js$/.test(npm)
      ? runQuietly(process.execPath, [npm, ...args], { env: process.env })
      : runQuietly('npm', args, { env: process.env }),
  )
  if (code !== 0)
    throw new Error(`${output.trim()}\nThe packages could not be installed (npm ci ended with ${code}).`)
}
