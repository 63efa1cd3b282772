/** The product as a newcomer starts it, in a process and a data folder of its own, with the demo city. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#testing/free-port.ts'
import type { Felt } from './soak/probe.ts'
import { ensurePagesBuilt } from '../scripts/pages.js'

export type Started = { readonly origin: string; readonly dataDirectory: string; stop(): Promise<void> }

const LONGEST_START_MS = 300_000
const LONGEST_STOP_MS = 20_000

/** Loaded into the product's process, and what it says of it. */
type Watch = { readonly probe: URL; readonly onFelt: (felt: Felt) => void }

export async function startProduct(watch?: Watch): Promise<Started> {
  await ensurePagesBuilt(process.execPath)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const loaded = watch === undefined ? [] : ['--import', watch.probe.href]
  const child = spawn(process.execPath, [...loaded, join(import.meta.dirname, '../src/cli/start.ts')], {
    env: { ...process.env, PORT: String(port), CREW_DATA_DIR: dataDirectory, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit', ...(watch === undefined ? [] : ['ipc' as const])],
  })
  if (watch !== undefined) child.on('message', (felt) => watch.onFelt(felt as Felt))
  let isWanted = true
  child.once('exit', (code, signal) => {
    if (isWanted) console.error(`the product ended by itself: ${signal ?? code}`)
  })
  await untilReady(origin, child).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    origin,
    dataDirectory,
    stop: async () => {
      isWanted = false
      const hasEnded = child.exitCode !== null || child.signalCode !== null
      const gone = hasEnded ? null : new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      // It ends by itself soon; whoever measures does not wait for one that hangs.
      const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP_MS)
      await gone
      clearTimeout(late)
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** The cookie header of somebody who signed in. */
export async function signIn(origin: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${origin}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`signing in answered ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ')
}

/** A process that has just begun may be busy with itself. */
export async function signInSoon(origin: string, email: string, password: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await signIn(origin, email, password)
    } catch (error) {
      if (tries === 10) throw error
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + LONGEST_START_MS
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error('the product did not start')
    const isReady = await fetch(`${origin}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the product did not get ready')
}
