import { chmod, lchown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Places } from './places.ts'

/** The kernel's limit for a unix socket's path is 107 bytes (103 on macOS), its name included. */
const MAX_PATH_BYTES = 103
const SOCKET_NAME = '/.s.PGSQL.5432'

/** A folder only the server's identity (and root) may enter; a short one of its own where the home's path is long. */
export async function openSocketFolder({ home, identity }: Places): Promise<string> {
  const inside = join(home, 'socket')
  await rm(inside, { recursive: true, force: true })
  const folder = fits(inside) ? inside : await temporaryFolder()
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  await lchown(folder, identity.uid, identity.gid)
  return folder
}

/** Whether the folder was made for this run alone and goes with it. */
export function isTemporarySocketFolder(socketDir: string, home: string): boolean {
  return socketDir !== join(home, 'socket')
}

async function temporaryFolder(): Promise<string> {
  const inTmp = join(tmpdir(), 'crew-XXXXXX')
  return mkdtemp(fits(inTmp) ? join(tmpdir(), 'crew-') : '/tmp/crew-')
}

function fits(folder: string): boolean {
  return Buffer.byteLength(folder + SOCKET_NAME) <= MAX_PATH_BYTES
}
