/** Running other programs: to their end quietly, or in our place. */
import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The environment with the project's own programs first on the path. */
export function projectEnvironment(extra = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}

/** Runs a program from the project's root. Answers its exit code and everything it said. */
export function runQuietly(program, args, { env = projectEnvironment() } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }))
  })
}

/**
 * Hands this process over to a program. Where Node can, the program takes our place, process number and all; else it
 * runs as a child that gets our signals and whose exit code is ours.
 */
export async function becomeOrRun(program, args) {
  const env = projectEnvironment()
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(program, [program, ...args], env)
  }
  const child = spawn(program, args, { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // Ctrl-C reaches every process of the terminal by itself; without one it has to be passed on.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/** Shows that something is under way and how long it took; moves in a terminal, one line elsewhere. */
export async function withProgress(sentence, work) {
  const startedAt = Date.now()
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`
  const isLive = process.stdout.isTTY
  if (!isLive) console.log(`${sentence} …`)
  const timer = isLive && setInterval(() => process.stdout.write(`\r${sentence} … ${seconds()} `), 200)
  try {
    return await work()
  } finally {
    if (timer) clearInterval(timer)
    if (isLive) process.stdout.write(`\r${sentence}: ${seconds()}    \n`)
  }
}
