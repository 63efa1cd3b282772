/** How much of its machine the embedded server may take. Others live there, too: our process, photos, the files' cache. */
import { totalmem } from 'node:os'

const MB = 1_048_576

export type Size = {
  readonly maxConnections: number
  /** In MB, as PostgreSQL's settings of these names. */
  readonly sharedBuffers: number
  readonly effectiveCacheSize: number
  readonly workMem: number
  readonly maintenanceWorkMem: number
}

/** The machine's memory in bytes, or the part of it that a container has. */
export function memoryOfMachine(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * An eighth is the database's own, half is believed to be cached by the system, and all connections sorting at once stay
 * within another eighth unless each would have less than PostgreSQL's own 4 MB.
 */
export function sizeFor(memoryBytes: number, connections?: number): Size {
  const memory = Math.floor(memoryBytes / MB)
  // A process of ours takes 12 and one to listen; commands come beside it.
  const maxConnections = connections ?? within(Math.floor(memory / 64), 40, 200)
  return {
    maxConnections,
    sharedBuffers: within(Math.floor(memory / 8), 32, 2_048),
    effectiveCacheSize: Math.max(Math.floor(memory / 2), 64),
    workMem: within(Math.floor(memory / 8 / maxConnections), 4, 64),
    maintenanceWorkMem: within(Math.floor(memory / 16), 16, 512),
  }
}

/** As arguments of the command that starts the server. */
export function sizeArguments(size: Size): string[] {
  return [
    `max_connections=${size.maxConnections}`,
    `shared_buffers=${size.sharedBuffers}MB`,
    `effective_cache_size=${size.effectiveCacheSize}MB`,
    `work_mem=${size.workMem}MB`,
    `maintenance_work_mem=${size.maintenanceWorkMem}MB`,
  ].flatMap((setting) => ['-c', setting])
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
