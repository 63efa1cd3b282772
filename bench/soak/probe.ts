/** Loaded into the server's process before it starts: says to its parent, every few seconds, how it fares. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export type Felt = { readonly rssMiB: number; readonly heapMiB: number; readonly loopP99Ms: number }

const EVERY_MS = 5_000
const MIB = 1024 ** 2

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
setInterval(() => {
  const { rss, heapUsed } = process.memoryUsage()
  const felt: Felt = { rssMiB: rss / MIB, heapMiB: heapUsed / MIB, loopP99Ms: delay.percentile(99) / 1e6 }
  process.send?.(felt)
  delay.reset()
}, EVERY_MS).unref()
// Who is watched ends when it would have ended.
process.channel?.unref()
