import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './command.js'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium of the machine; installed first where we may. */
export async function findBrowser(): Promise<{ path: string } | { missing: string }> {
  const found = installedBrowser()
  if (found) return { path: found }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium by apt-get for the journeys in a browser …')
    await runQuietly('sh', [
      '-c',
      'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y chromium',
    ])
  }
  const installed = installedBrowser()
  return installed
    ? { path: installed }
    : { missing: 'needs Chromium: install it, or set CHROMIUM_PATH to one' }
}

function installedBrowser(): string | undefined {
  const given = process.env['CHROMIUM_PATH']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const paths = [given, ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...ELSEWHERE]
  return paths.find((path) => path !== undefined && existsSync(path))
}
