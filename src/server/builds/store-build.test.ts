import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { createTestApp } from '#testing/app.ts'
import { createServer } from '../serving/create-server.ts'
import { storeBuild } from './store-build.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crew-builds-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function build(parts: Readonly<Record<string, string>>): Promise<string> {
  const folder = await newFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Crew</title>')
  for (const [name, text] of Object.entries(parts)) await writeFile(join(folder, 'assets', name), text)
  return folder
}

async function age(path: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS)
  await utimes(path, at, at)
}

test('each of two releases serves the parts of the other, as for ever as its own', async () => {
  const shared = await newFolder()
  const [older, newer] = [await build({ 'home-a1.js': 'older' }), await build({ 'home-b2.js': 'newer' })]
  const testApp = await createTestApp()
  onTestFinished(() => testApp.close())
  const serve = async (pagesDirectory: string) => {
    const buildsDirectory = await storeBuild(pagesDirectory, shared)
    const server = await createServer(testApp.app, { pagesDirectory, buildsDirectory, limitsCalls: false })
    onTestFinished(async () => {
      await server.close()
    })
    return server
  }
  const servers = [await serve(older), await serve(newer)]
  for (const server of servers)
    for (const [path, text] of [
      ['/assets/home-a1.js', 'older'],
      ['/assets/home-b2.js', 'newer'],
    ] as const) {
      const answer = await server.inject(path)
      expect([answer.statusCode, answer.payload]).toEqual([200, text])
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  for (const path of ['/assets/none.js', '/builds/assets/home-a1.js', '/assets/../../x'])
    expect((await servers[0]!.inject(path)).statusCode).toBe(404)
})

test('processes that begin at once leave each part whole, and a month later what nobody builds any more is gone', async () => {
  const shared = await newFolder()
  const [older, newer] = [
    await build({ 'a.js': 'a'.repeat(500_000), 'a.js.br': 'x' }),
    await build({ 'b.js': 'b', 'both.js': 'c' }),
  ]
  await Promise.all([1, 2, 3].map(() => storeBuild(older, shared)))
  const parts = join(shared, 'builds/assets')
  expect((await readdir(parts)).sort()).toEqual(['a.js', 'a.js.br'])
  expect((await stat(join(parts, 'a.js'))).size).toBe(500_000)
  await storeBuild(newer, shared)
  await age(join(parts, 'a.js'), 31)
  await age(join(parts, 'a.js.br'), 29)
  await age(join(parts, 'both.js'), 31)
  await storeBuild(newer, shared)
  expect((await readdir(parts)).sort()).toEqual(['a.js.br', 'b.js', 'both.js'])
})

test('where nothing is built nothing is kept', async () => {
  const shared = await newFolder()
  await storeBuild(join(shared, 'no-pages'), shared)
  expect(await readdir(join(shared, 'builds/assets'))).toEqual([])
})
