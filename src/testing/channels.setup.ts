/** Every test of screens has a world of its own (`vmForks`), which lacks two things that browsers and React have. */
import { BroadcastChannel, MessageChannel } from 'node:worker_threads'
import { configure } from '@testing-library/react'

Object.assign(globalThis, { BroadcastChannel, MessageChannel })
// A part of the app that comes by itself takes seconds on a machine with other work; the answer is the same.
configure({ asyncUtilTimeout: 10_000 })
