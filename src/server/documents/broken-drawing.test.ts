import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fieldsIn, parseJson } from '#contract/outside.ts'
import { type OwnScreens, openOwnScreens } from './write-own-screen.ts'

const SCREEN = { path: '/', type: 'Customer', language: 'en', answers: {}, now: 0 }
const LATER_MS = 6 * 60_000

let directory: string
let ownScreens: OwnScreens
let said: string[]
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'crew-broken-'))
  said = []
  const write = (line: string) => void said.push(String(fieldsIn(parseJson(line))['msg']))
  ownScreens = openOwnScreens(pino({ level: 'warn' }, { write }))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await ownScreens.close()
  await rm(directory, { recursive: true })
})

async function fileWith(name: string, code: string): Promise<string> {
  const file = join(directory, name)
  await writeFile(file, code)
  return file
}

async function openPhones(count: number, file: string): Promise<void> {
  for (let phone = 0; phone < count; phone++) await ownScreens.write(file, SCREEN)
}

const restsSaid = () => said.filter((line) => /not drawn for a while/.test(line)).length
const failuresSaid = () => said.filter((line) => /not drawn$|ended$/.test(line)).length

test.each([
  ['cannot be read', 'export const ='],
  ['ends', 'process.exit(1)'],
  ['draws nothing', `export const drawOwn = () => { throw new Error('broken') }`],
])(
  'a file that %s is left out for a while after some failures, and this is said once',
  async (_how, code) => {
    const file = await fileWith('broken.mjs', code)
    await vi.waitFor(
      async () => {
        await ownScreens.write(file, SCREEN)
        expect(restsSaid()).toBe(1)
      },
      { timeout: 10_000, interval: 10 },
    )
    const before = failuresSaid()
    await openPhones(20, file)
    expect([failuresSaid(), restsSaid()]).toEqual([before, 1])
  },
)

test('after a while it is tried again, and the file of another build at once', async () => {
  const broken = await fileWith('broken.mjs', 'export const =')
  await vi.waitFor(
    async () => {
      await ownScreens.write(broken, SCREEN)
      expect(restsSaid()).toBe(1)
    },
    { timeout: 10_000, interval: 10 },
  )
  const mended = await fileWith('mended.mjs', `export const drawOwn = async () => '<h1>'`)
  await vi.waitFor(async () => expect(await ownScreens.write(mended, SCREEN)).toBe('<h1>'), {
    timeout: 10_000,
  })
  const before = failuresSaid()
  expect(await ownScreens.write(broken, SCREEN)).toBe('')
  expect(failuresSaid()).toBe(before)
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + LATER_MS)
  await vi.waitFor(
    async () => {
      await ownScreens.write(broken, SCREEN)
      expect(failuresSaid()).toBeGreaterThan(before)
    },
    { timeout: 10_000, interval: 10 },
  )
})

test('what fails for one person now and then keeps nobody from a drawing', async () => {
  const code = `export const drawOwn = async ({ path }) => { if (path === '/jobs') throw new Error('hers'); return path }`
  const file = await fileWith('own.mjs', code)
  for (let visit = 0; visit < 12; visit++) {
    await ownScreens.write(file, { ...SCREEN, path: '/jobs' })
    await vi.waitFor(async () => expect(await ownScreens.write(file, SCREEN)).toBe('/'), { timeout: 10_000 })
  }
  expect(restsSaid()).toBe(0)
})
