/**
 * A standby that may be read instead of the primary, and how old what it answers is. A few times a second the primary is
 * asked how far it has written and the standby how far it has followed: what the primary had written at a moment and the
 * standby has replayed since is not older than that moment. No clock of another machine is asked, nothing is written, and
 * a primary where nothing happens makes no standby late. Where it is away, late, promoted or another house's, nobody
 * reads from it, from the very call on that comes after a second without news.
 */
import type { PoolConfig } from 'pg'
import type { ReplicaIs } from '#contract/late-reads.ts'
import { type Db, type OpenDatabase, openDatabase } from '../db/client.ts'
import { isUnavailable } from '../db/errors.ts'
import { errorCode } from '../error-code.ts'
import { type Followed, type LogPosition, readFollowed, readWritten, type Written } from './queries.ts'

type ReplicaState = {
  readonly is: ReplicaIs
  /** What it answers is not older than this; null before anything is known. */
  readonly atMostMs: number | null
  /** Since the start of the process: reads that it answered, and those that went on at the primary. */
  readonly answered: number
  readonly cameBack: number
}

export type Replica = {
  /** On the replica where it is fit to be read now, else on the primary; there, too, where it fails on the way. */
  read<Answer>(primary: Db, work: (db: Db) => Promise<Answer>): Promise<Answer>
  state(): ReplicaState
  close(): Promise<void>
}

const OLDEST_MS = 1_000
const LOOK_MS = 150
/** Longer than the replica may be late. */
const KEPT_MS = 5_000
/** Whoever does not answer a look by then is away. */
const LOOK_TIMEOUT_MS = 500

type Options = {
  readonly primary: Db
  readonly connection: PoolConfig
  /** Where reads go from now on, in the log. */
  readonly onChange?: (is: ReplicaIs) => void
}

export function watchReplica({ primary, connection, onChange = () => {} }: Options): Replica {
  const reading = openDatabase(connection)
  const looking = openDatabase(connection, { maxConnections: 1, statementTimeoutMs: LOOK_TIMEOUT_MS })
  const counts = { answered: 0, cameBack: 0 }
  const age = createAge()
  let standing: Exclude<ReplicaIs, 'used' | 'late'> | null = 'away'
  /** Of reads that are under way there. */
  const leaving = new Set<(error: Error) => void>()
  let last: ReplicaIs = 'away'

  const current = (): ReplicaIs => standing ?? (age.ms() <= OLDEST_MS ? 'used' : 'late')
  const settle = (now: typeof standing) => {
    standing = now
    if (now !== null) {
      age.forget()
      // Whoever asks it at this moment waits no longer for one that may hang.
      for (const leave of leaving) leave(new ReplicaLeft())
    }
    const is = current()
    if (is !== last) onChange(is)
    last = is
  }
  const look = async () => {
    const written = await askWritten(primary, age)
    const followed = await readFollowed(looking.db).catch(() => null)
    if (followed?.position != null && followed.isFed) age.follow(followed.position)
    settle(followed === null ? 'away' : standingOf(followed, written))
  }
  const stop = again(look, LOOK_MS)

  const readThere = <Answer>(work: (db: Db) => Promise<Answer>) =>
    new Promise<Answer>((resolve, reject) => {
      leaving.add(reject)
      work(reading.db)
        .then(resolve, reject)
        .finally(() => leaving.delete(reject))
    })

  return {
    read: async (whenAway, work) => {
      if (current() !== 'used') return work(whenAway)
      try {
        const answer = await readThere(work)
        counts.answered += 1
        return answer
      } catch (error) {
        if (!isOfReplica(error)) throw error
        counts.cameBack += 1
        return work(whenAway)
      }
    },
    state: () => {
      const ms = age.ms()
      return { is: current(), atMostMs: Number.isFinite(ms) ? Math.round(ms) : null, ...counts }
    },
    close: async () => {
      await stop()
      await closeAll(reading, looking)
    },
  }
}

async function askWritten(primary: Db, age: Age): Promise<Written | null> {
  const at = performance.now()
  const written = await readWritten(primary).catch(() => null)
  if (written !== null) age.write(written.position, at)
  return written
}

/** Null of a standby of ours, be it late. */
function standingOf(followed: Followed, written: Written | null): 'promoted' | 'foreign' | null {
  if (written !== null && followed.cluster !== written.cluster) return 'foreign'
  return followed.position === null ? 'promoted' : null
}

type Age = ReturnType<typeof createAge>

/** How old what the standby answers may be, by what the primary had written when. */
export function createAge(now: () => number = () => performance.now()) {
  let written: { readonly position: LogPosition; readonly at: number }[] = []
  let freshAt = Number.NEGATIVE_INFINITY
  return {
    /** `at`: when the primary was asked, so before it answered. */
    write: (position: LogPosition, at: number) => {
      written = [...written.filter((each) => each.at >= at - KEPT_MS), { position, at }]
    },
    follow: (position: LogPosition) => {
      for (const each of written) if (each.position <= position) freshAt = Math.max(freshAt, each.at)
    },
    /** It may come back as another. */
    forget: () => {
      written = []
      freshAt = Number.NEGATIVE_INFINITY
    },
    ms: () => now() - freshAt,
  }
}

class ReplicaLeft extends Error {
  override name = 'ReplicaLeft'
}

/** That it went away, cancelled what stood in the way of its replaying, or lets nobody write; not that it took too long. */
function isOfReplica(error: unknown): boolean {
  if (error instanceof ReplicaLeft) return true
  const code = errorCode(error)
  // Serializable is what a standby cannot be.
  if (code === '0A000') return true
  return isUnavailable(error) && code !== '57014'
}

/** Answers how to stop; what is under way then is waited for. */
function again(work: () => Promise<void>, pauseMs: number): () => Promise<void> {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()
  const turn = () => {
    running = work()
      .catch(() => {})
      .then(() => {
        if (!isOver) timer = setTimeout(turn, pauseMs).unref()
      })
  }
  turn()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await running
  }
}

async function closeAll(...opened: readonly OpenDatabase[]): Promise<void> {
  await Promise.all(opened.map(({ close }) => close()))
}
