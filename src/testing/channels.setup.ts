/** Every test of screens has a world of its own (`vmForks`), which lacks two things that browsers and React have. */
import { BroadcastChannel, MessageChannel } from 'node:worker_threads'

Object.assign(globalThis, { BroadcastChannel, MessageChannel })
