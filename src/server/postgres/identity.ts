import { spawn } from 'node:child_process'

/** PostgreSQL refuses to run as root, so root lends it another identity. */
export type Identity = {
  /** The user (of the machine, not of the namespace) who owns the data files. */
  readonly uid: number
  readonly gid: number
  /** Goes before every command line. */
  readonly prefix: readonly string[]
  /** What the kernel is asked for at spawn. */
  readonly spawnAs: { readonly uid?: number; readonly gid?: number }
}

const NOBODY = 65_534

/** This very user. */
export function ownIdentity(): Identity {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, prefix: [], spawnAs: {} }
}

/** Root seen as uid 65534 by PostgreSQL: the files stay root's own, so a closed folder of root's is no obstacle. */
export function namespacedIdentity(): Identity {
  return { uid: 0, gid: 0, prefix: ['unshare', '--user', `--map-user=${NOBODY}`, '--'], spawnAs: {} }
}

export function userIdentity(uid = NOBODY, gid = uid): Identity {
  return { uid, gid, prefix: [], spawnAs: { uid, gid } }
}

/** Whether a process of this identity can be started, run a program and write a folder. */
export async function canUse(
  identity: Identity,
  program: string | undefined,
  folder: string | undefined,
): Promise<boolean> {
  const tests = [program && 'test -x "$1"', folder && 'test -w "$2" && test -x "$2"'].filter(Boolean)
  const script = tests.length === 0 ? 'true' : tests.join(' && ')
  const { code } = await run(identity, ['sh', '-c', script, 'sh', program ?? '', folder ?? ''])
  return code === 0
}

/** Runs a command to its end under an identity. Never throws: a command that cannot start answers code 127. */
export async function run(
  identity: Identity,
  command: readonly string[],
  input = '',
): Promise<{ code: number; output: string }> {
  const [program = '', ...args] = [...identity.prefix, ...command]
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...identity.spawnAs,
      cwd: '/',
      env: cleanEnvironment(),
      stdio: 'pipe',
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Nothing of the caller's PG… variables may steer our server; `sh` and `unshare` are where every system has them. */
export function cleanEnvironment(): Record<string, string> {
  return { PATH: '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin', LC_ALL: 'C', TZ: 'UTC' }
}
