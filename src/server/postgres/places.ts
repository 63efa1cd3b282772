import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  cp,
  lchown,
  lstat,
  mkdir,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { join } from 'node:path'
import { type Binaries, copyBinaries, linkLibraries } from './binaries.ts'
import { canUse, type Identity, namespacedIdentity, ownIdentity, userIdentity } from './identity.ts'

export type EmbeddedOptions = {
  /** Everything of ours lives below this folder (or, where PostgreSQL may not enter it, below `stateDir`). */
  readonly dataDir: string
  readonly log: (sentence: string) => void
  /** Tests only: behave as on a machine whose kernel refuses user namespaces. */
  readonly hasUserNamespaces?: boolean
  /** Where root keeps what the unprivileged server cannot reach inside `dataDir`. */
  readonly stateDir?: string
  /** Tests only: many applications at once, in one server. */
  readonly maxConnections?: number
}

/** Who runs PostgreSQL, and where its parts are. */
export type Places = {
  readonly identity: Identity
  /** The folder with `bin`, `lib` and `share`. */
  readonly native: string
  /** Holds `cluster`, `socket` and `postgres.log`; only the identity may enter it. */
  readonly home: string
  readonly cluster: string
}

/** Finds an identity that can run the binaries and own the data, moving either below `stateDir` where it must. */
export async function settle(binaries: Binaries, options: EmbeddedOptions): Promise<Places> {
  const link = join(options.dataDir, 'postgres')
  await mkdir(link, { recursive: true, mode: 0o700 }).catch(unlessDangling(link))
  const home = await realpath(link)
  await chmod(home, 0o700).catch(refuseForeign(home))
  return process.getuid?.() === 0
    ? settleAsRoot(binaries, options, link, home)
    : settleAsUser(binaries, options.dataDir, home)
}

async function settleAsUser(binaries: Binaries, dataDir: string, home: string): Promise<Places> {
  const identity = ownIdentity()
  const isUsable = (await linkLibraries(binaries)) && (await canUse(identity, program(binaries), undefined))
  const { folder } = isUsable ? binaries : await copyBinaries(binaries, dataDir)
  return { identity, native: folder, home, cluster: join(home, 'cluster') }
}

async function settleAsRoot(
  binaries: Binaries,
  { dataDir, hasUserNamespaces = true, stateDir = '/var/lib/crew' }: EmbeddedOptions,
  link: string,
  home: string,
): Promise<Places> {
  const hasLinks = await linkLibraries(binaries)
  const candidates: Identity[] = []
  const owner = await stat(join(home, 'cluster')).catch(() => undefined)
  // Data that already belongs to somebody stays theirs.
  if (owner && owner.uid !== 0) candidates.push(userIdentity(owner.uid, owner.gid))
  if (hasUserNamespaces) candidates.push(namespacedIdentity())
  candidates.push(userIdentity())

  for (const identity of candidates) {
    await lchown(home, identity.uid, identity.gid)
    if (!hasLinks || !(await canUse(identity, program(binaries), undefined))) continue
    if ((await canUse(identity, undefined, home)) || (await openTheWay(identity, dataDir, home)))
      return own({ identity, native: binaries.folder, home, cluster: join(home, 'cluster') })
  }
  for (const identity of candidates) {
    if (!(await canUse(identity, undefined, undefined))) continue
    await mkdir(stateDir, { recursive: true })
    await chmod(stateDir, 0o755)
    const isRunnable = hasLinks && (await canUse(identity, program(binaries), undefined))
    const { folder } = isRunnable ? binaries : await copyBinaries(binaries, stateDir)
    await lchown(home, identity.uid, identity.gid)
    const isReachable = await canUse(identity, undefined, home)
    const place = isReachable ? home : await moveHome(link, home, stateDir)
    return own({ identity, native: folder, home: place, cluster: join(place, 'cluster') })
  }
  throw new Error('PostgreSQL cannot run as root and no other user could be used; set DATABASE_URL.')
}

/**
 * Lets the identity's group pass through a data folder of root's (0700 becomes 0710), so that a volume mounted there
 * keeps the database. Undone where folders further up are closed too.
 */
async function openTheWay(identity: Identity, dataDir: string, home: string): Promise<boolean> {
  const before = await stat(dataDir)
  if (before.uid !== 0 || identity.uid === 0) return false
  await chown(dataDir, 0, identity.gid)
  await chmod(dataDir, (before.mode & 0o707) | 0o010)
  if (await canUse(identity, undefined, home)) return true
  await chown(dataDir, 0, before.gid)
  await chmod(dataDir, before.mode & 0o777)
  return false
}

/** Moves the folder below `stateDir` and leaves a symlink, so that deleting the data folder forgets the database. */
async function moveHome(link: string, home: string, stateDir: string): Promise<string> {
  const target = join(stateDir, `data-${randomBytes(6).toString('hex')}`)
  await rename(home, target).catch(async () => {
    await cp(home, `${target}.part`, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    await rename(`${target}.part`, target)
    await rm(home, { recursive: true })
  })
  await rm(link, { force: true })
  await symlink(target, link)
  return target
}

/** Gives the whole folder to the identity when a part of it belongs to another. */
async function own(places: Places): Promise<Places> {
  const { uid, gid } = places.identity
  await chmod(places.home, 0o700)
  await lchown(places.home, uid, gid)
  const top = await lstat(places.cluster).catch(() => undefined)
  if (top && top.uid !== uid) await chownBelow(places.home, uid, gid)
  return places
}

async function chownBelow(folder: string, uid: number, gid: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await chownBelow(path, uid, gid)
    await lchown(path, uid, gid)
  }
}

function program({ folder }: Binaries): string {
  return join(folder, 'bin', 'postgres')
}

/** The symlink of `moveHome` may point to a folder that somebody removed: then the database starts anew. */
function unlessDangling(link: string) {
  return async (error: NodeJS.ErrnoException): Promise<void> => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw refusal(link)
    await rm(link)
    await mkdir(link, { mode: 0o700 })
  }
}

function refuseForeign(home: string) {
  return (): never => {
    throw refusal(home)
  }
}

function refusal(folder: string): Error {
  return new Error(
    `The database folder ${folder} belongs to another user or cannot be written; set CREW_DATA_DIR.`,
  )
}
