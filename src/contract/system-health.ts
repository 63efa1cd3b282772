/** Whether the house is well: its queue, those outside, the database, the disk, and what was parked. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { REPLICA_IS } from './late-reads.ts'
import { cursor, line, moment } from './shapes.ts'

/** Who stands behind a port: somebody outside, a double that keeps what it is given, a folder of this machine, nobody. */
export const STANDS_BEHIND = ['provider', 'double', 'folder', 'nobody'] as const

const decision = z.strictObject({
  taskId: z.int().positive(),
  /** For the log. */
  reason: line(300),
})

export const systemHealth = defineEndpoints({
  'GET /api/system-health': {
    access: 'operator',
    capability: 'see',
    summary:
      'The queue by lane and kind, what providers answered last, database, disk, versions, backup and books.',
    reply: z.object({
      at: moment,
      /** The market’s, in which instants are shown. */
      timeZone: z.string(),
      lanes: z.array(
        z.object({
          lane: z.string(),
          workers: z.int(),
          /** By kind, what should have been begun by now; counted up to a thousand. */
          due: z.array(z.object({ kind: z.string(), count: z.int(), oldestAt: moment })),
          later: z.int(),
        }),
      ),
      mostCounted: z.int(),
      parked: z.int(),
      providers: z.array(
        z.object({
          port: z.string(),
          behind: z.enum(STANDS_BEHIND),
          /** Null where nobody has asked it yet. */
          last: z
            .object({ isOk: z.boolean(), at: moment, tookMs: z.int(), call: z.string(), error: z.string() })
            .nullable(),
          failedAt: moment.nullable(),
        }),
      ),
      database: z.object({
        bytes: z.number(),
        connections: z.int(),
        mostConnections: z.int(),
        isEmbedded: z.boolean(),
        /** Of the process that answers; null where no replica is configured. */
        replica: z
          .object({
            is: z.enum(REPLICA_IS),
            /** How old what it answers may be; null before anything is known. */
            atMostMs: z.int().nullable(),
            answered: z.int(),
            /** Reads that were begun there and went on at the primary. */
            cameBack: z.int(),
          })
          .nullable(),
      }),
      /** Where the data folder lies; null where the machine does not say. */
      disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
      versions: z.object({
        app: z.string(),
        node: z.string(),
        database: z.string(),
        migration: z.string(),
      }),
      backup: z.object({ at: moment, bytes: z.number(), rows: z.number() }).nullable(),
      reconcile: z
        .object({
          at: moment,
          finishedAt: moment.nullable(),
          isComplete: z.boolean(),
          openDifferences: z.int(),
        })
        .nullable(),
    }),
  },
  'GET /api/parked-tasks': {
    access: 'operator',
    capability: 'see',
    summary: 'Work that was given up after its last try, newest first, a page at a time.',
    query: z.object({ cursor: cursor.optional() }),
    reply: z.object({
      tasks: z.array(
        z.object({
          id: z.int(),
          kind: z.string(),
          lane: z.string(),
          tries: z.int(),
          error: z.string(),
          createdAt: moment,
          parkedAt: moment,
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'POST /api/retry-task': {
    access: 'operator',
    capability: 'system',
    summary: 'Does parked work again from its first try; a second press finds it gone.',
    body: decision,
    reply: z.object({ isDone: z.boolean() }),
  },
  'POST /api/drop-task': {
    access: 'operator',
    capability: 'system',
    summary: 'Takes parked work away: it will not be done. A second press finds it gone.',
    body: decision,
    reply: z.object({ isDone: z.boolean() }),
  },
})
