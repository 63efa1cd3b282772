/** The double as tests, benches and journeys use it: a process of its own, a client of it, and its commands. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Stripe } from 'stripe'

export type DoubleProcess = {
  readonly origin: string
  /** As `kill -9` does; what was answered before is still known to the next one with the same file. */
  kill(): Promise<void>
  stop(): Promise<void>
}

type ProcessOptions = {
  readonly stateFile?: string
  readonly port?: number
  readonly isLive?: boolean
}

export async function startDoubleProcess(options: ProcessOptions = {}): Promise<DoubleProcess> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'main.ts'),
      '--port',
      String(options.port ?? 0),
      ...(options.stateFile === undefined ? [] : ['--state', options.stateFile]),
      ...(options.isLive === true ? ['--live'] : []),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  for await (const line of createInterface({ input: child.stdout }))
    return { origin: line, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
  throw new Error('the double of Stripe did not start')
}

/** The official client; it asks once only, so that tests see each answer. */
export function clientOf(origin: string, key = 'sk_test_double', config: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(origin)
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  })
}

/** Commands and what they take stand in `control.ts`, `bank-commands.ts` and `account-commands.ts`. */
export async function sendCommand(origin: string, command: string, body: object = {}): Promise<unknown> {
  const answer = await fetch(`${origin}/_double/${command}`, { method: 'POST', body: JSON.stringify(body) })
  const read: unknown = await answer.json()
  if (!answer.ok) throw new Error(`${command}: ${JSON.stringify(read)}`)
  return read
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
