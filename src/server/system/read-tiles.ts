import { open } from 'node:fs/promises'

/** Looks whether a file is an archive of tiles: its header says `PMTiles` and the version. Throws one sentence if not. */
export async function readTiles(file: string): Promise<void> {
  try {
    await using handle = await open(file)
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0)
    if (buffer.toString('latin1', 0, 7) !== 'PMTiles' || buffer[7] !== 3)
      throw new Error('it is no archive of PMTiles, version 3')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The environment variable MAP_TILES is not right: ${file}: ${reason}.`, {
      cause: error,
    })
  }
}
