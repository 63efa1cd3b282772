import { expect, test } from 'vitest'
import { giveTurns } from './give-turns.ts'

const LIMITS = {
  atOnce: 4,
  ordinaryAtOnce: 3,
  atOnceOfOne: 2,
  waiting: 5,
  waitMs: 10_000,
  turnMs: 10_000,
  unfinished: 6,
}

/** Each call under a name, and what became of it in the order in which it became. */
function record(limits: Partial<typeof LIMITS> = {}) {
  const turns = giveTurns({ ...LIMITS, ...limits })
  const said: string[] = []
  const ends = new Map<string, () => void>()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    said,
    ask: async (name: string, caller: string, isShedLast = false) => {
      void turns.take(caller, isShedLast).then(
        (end) => {
          said.push(name)
          ends.set(name, end)
        },
        (error: Error) => said.push(`${name} ${error.message}`),
      )
      await settle()
    },
    end: async (name: string) => {
      ends.get(name)!()
      await settle()
    },
    settle,
  }
}

test('so many are worked on at once, and no more of one caller', async () => {
  const { ask, said } = record()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) await ask(name, name[0]!)
  expect(said).toEqual(['a1', 'a2', 'b1'])
})

test('what is shed last has room of its own, and goes first', async () => {
  const { ask, said, end } = record()
  for (const name of ['a1', 'b1', 'c1', 'd1']) await ask(name, name[0]!)
  await ask('paying', 'e', true)
  await ask('paying too', 'f', true)
  expect(said).toEqual(['a1', 'b1', 'c1', 'paying'])
  await end('a1')
  expect(said.at(-1)).toBe('paying too')
})

test('who has least in work comes next, and among equals who came first', async () => {
  const { ask, said, end } = record({ ordinaryAtOnce: 4 })
  for (const name of ['a1', 'a2', 'b1', 'd1', 'b2', 'c1', 'c2']) await ask(name, name[0]!)
  expect(said).toEqual(['a1', 'a2', 'b1', 'd1'])
  await end('a1')
  await end('a2')
  expect(said.slice(4)).toEqual(['c1', 'b2'])
})

test('where the room is full, the newest of the busiest caller leaves it, and money stays', async () => {
  const { ask, said } = record({ waiting: 2 })
  for (const name of ['a1', 'a2', 'b1', 'a3', 'a4', 'c1']) await ask(name, name[0]!)
  expect(said.slice(3)).toEqual(['a4 unavailable'])
  await ask('m1', 'm', true)
  await ask('m2', 'm', true)
  await ask('m3', 'm', true)
  expect(said.slice(4)).toEqual(['m1', 'a3 unavailable', 'c1 unavailable'])
})

test('who would wait too long is refused then, and takes no turn afterwards', async () => {
  const { ask, said, end } = record({ waitMs: 20 })
  for (const name of ['a1', 'a2', 'a3']) await ask(name, 'a')
  await expect.poll(() => said).toEqual(['a1', 'a2', 'a3 unavailable'])
  await end('a1')
  await ask('a4', 'a')
  expect(said.slice(3)).toEqual(['a4'])
})

test('what takes long keeps nobody else’s turn, but so much may be unfinished only', async () => {
  const { ask, said, end } = record({ turnMs: 20 })
  for (const name of ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1']) await ask(name, name[0]!)
  expect(said).toEqual(['a1', 'b1', 'c1'])
  await expect.poll(() => said).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1'])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(said).toHaveLength(6)
  await end('a1')
  expect(said[6]).toBe('g1')
  for (const name of ['b1', 'c1', 'd1', 'e1', 'f1', 'g1']) await end(name)
  for (const name of ['h1', 'i1', 'j1', 'k1']) await ask(name, name[0]!)
  expect(said.slice(7)).toEqual(['h1', 'i1', 'j1'])
})

test('a turn that was given is refused no more, however long it takes', async () => {
  const { ask, said, settle } = record({ waitMs: 5 })
  await ask('a1', 'a')
  await new Promise((resolve) => setTimeout(resolve, 20))
  await settle()
  expect(said).toEqual(['a1'])
})
