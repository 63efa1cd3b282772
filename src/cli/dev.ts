/** `npm run dev`: the server anew after every change, and the pages by Vite, which passes `/api` on to it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { failWith, say } from './terminal.ts'

const ROOT = join(import.meta.dirname, '../..')
const LONGEST_STOP_MS = 12_000

function run(): void {
  const children = [
    startNode('--watch', '--watch-preserve-output', join(ROOT, 'src/cli/start.ts')),
    startNode(join(ROOT, 'node_modules/vite/bin/vite.js')),
  ]
  say('The pages are served at http://localhost:5173 and follow every change.')
  let isStopping = false
  const stop = (code: number) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
    for (const child of children) child.kill('SIGTERM')
    void Promise.all(children.map(ended)).then(() => process.exit(code))
  }
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  for (const child of children) child.once('exit', (code) => stop(code ?? 1))
}

function startNode(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('error', failWith)
  return child
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

run()
