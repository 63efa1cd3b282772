/** Crashes, races, and files that are far too large. */
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PropertyImportId } from '#domain/ids.ts'
import { HOUR_MS, type Instant } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import { asOwner } from '#testing/database.ts'
import { removeFile } from './remove-file.ts'
import { runImportBatch } from './import-batch.ts'

const MEGABYTE = 1024 * 1024

let testApp: TestApp
let client: Client
beforeAll(async () => {
  testApp = await createTestApp()
  client = await newCustomer()
})
afterAll(() => testApp.close())

const rows = (count: number) =>
  `id,name,lat,lng\n${Array.from({ length: count }, (_, id) => `${id},House ${id},39.75,-104.98`).join('\n')}`

describe('an import that is cut off', () => {
  test('keeps whole batches and goes on with the next one', async () => {
    const owner = await newCustomer()
    const uploaded = await upload(owner, rows(2_500))
    await asOwner((db) =>
      sql`
        create function fail_import() returns trigger language plpgsql as
          $$ begin if new.name = 'House 1700' then raise exception 'power cut'; end if; return new; end $$;
        create trigger fail_import before insert on property for each row execute function fail_import()
      `.execute(db),
    )
    await start(owner, uploaded)
    await testApp.work()
    expect(await progressOf(owner, uploaded)).toMatchObject({
      state: 'running',
      readRows: 1_000,
      added: 1_000,
    })
    expect((await owner.call('GET /api/properties')).body).toHaveLength(1_000)
    await asOwner((db) => sql`drop trigger fail_import on property`.execute(db))
    testApp.clock.set((testApp.clock.now() + HOUR_MS) as Instant)
    await testApp.work()
    expect(await progressOf(owner, uploaded)).toMatchObject({ state: 'done', readRows: 2_500, added: 2_500 })
    expect((await owner.call('GET /api/properties')).body).toHaveLength(2_500)
  })

  test('by a crash after the write and before the task is gone does nothing twice', async () => {
    const owner = await newCustomer()
    const uploaded = await upload(owner, rows(1_500))
    await start(owner, uploaded)
    const payload = { importId: uploaded.importId, fromByte: 'id,name,lat,lng\n'.length }
    await runImportBatch(testApp.app, payload)
    await Promise.all([1, 2, 3].map(() => runImportBatch(testApp.app, payload)))
    expect(await progressOf(owner, uploaded)).toMatchObject({ readRows: 1_000, added: 1_000 })
    await testApp.work()
    expect(await progressOf(owner, uploaded)).toMatchObject({ state: 'done', readRows: 1_500, added: 1_500 })
  })

  test('by four workers at once on the same batch is written by one', async () => {
    const owner = await newCustomer()
    const uploaded = await upload(owner, rows(700))
    await start(owner, uploaded)
    const payload = { importId: uploaded.importId, fromByte: 'id,name,lat,lng\n'.length }
    await Promise.all([1, 2, 3, 4].map(() => runImportBatch(testApp.app, payload)))
    await testApp.work()
    expect(await progressOf(owner, uploaded)).toMatchObject({ state: 'done', added: 700, refused: 0 })
  })

  test('says so where its file is gone, and the next import can start', async () => {
    const owner = await newCustomer()
    const uploaded = await upload(owner, rows(3))
    await removeFile(testApp.app, `${uploaded.importId}.csv`)
    await start(owner, uploaded)
    await testApp.work()
    const progress = await progressOf(owner, uploaded)
    expect(progress).toMatchObject({
      state: 'failed',
      failure: 'The file is no longer there. Send it again.',
    })
    const next = await upload(owner, rows(3))
    await start(owner, next)
    await testApp.work()
    expect(await progressOf(owner, next)).toMatchObject({ state: 'done', added: 3 })
  })

  test('for good does not keep its customer from importing again', async () => {
    const owner = await newCustomer()
    const stuck = await upload(owner, rows(3))
    await start(owner, stuck)
    await testApp.app.db
      .updateTable('task')
      .set({ parked_at: new Date(testApp.clock.now()) as never })
      .where(sql<boolean>`payload ->> 'importId' = ${stuck.importId}`)
      .execute()
    const next = await upload(owner, rows(3))
    expect(await start(owner, next)).toBe(200)
    expect(await progressOf(owner, stuck)).toMatchObject({ state: 'failed' })
  })
})

describe('starting', () => {
  test('five times at once starts once', async () => {
    const owner = await newCustomer()
    const uploaded = await upload(owner, rows(50))
    const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => start(owner, uploaded)))
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409])
    await testApp.work()
    expect(await progressOf(owner, uploaded)).toMatchObject({ state: 'done', added: 50 })
    expect(await start(owner, uploaded)).toBe(409)
  })

  test('a second file has to wait for the first', async () => {
    const owner = await newCustomer()
    const [first, second] = [await upload(owner, rows(5)), await upload(owner, rows(5))]
    const statuses = await Promise.all([start(owner, first), start(owner, second)])
    expect(statuses.sort()).toEqual([200, 409])
    await testApp.work()
  })

  test('two customers with the same file do not meet', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()]
    const [first, second] = [await upload(one, rows(20)), await upload(other, rows(20))]
    await Promise.all([start(one, first), start(other, second)])
    await testApp.work()
    expect(await progressOf(one, first)).toMatchObject({ added: 20 })
    expect(await progressOf(other, second)).toMatchObject({ added: 20 })
    expect((await one.call('GET /api/properties')).body).toHaveLength(20)
  })
})

describe('over a real connection', () => {
  test('200 MB are refused early, without being held, and nothing stays', async () => {
    const before = process.memoryUsage().rss
    const { status, failure } = await send({ megabytes: 200 })
    expect([status, failure.code]).toEqual([413, 'too_large'])
    expect(failure.error).toBe('This file is larger than 20 MB. Send it in parts.')
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * MEGABYTE)
    expect(await unfinished()).toEqual([])
  })

  test('one byte more than 20 MB is refused, 20 MB are not for their size', async () => {
    const more = await send({ megabytes: 20, extraBytes: 1 })
    const exact = await send({ megabytes: 20 })
    expect([more.status, exact.failure.code]).toEqual([413, 'header_missing'])
    expect(await unfinished()).toEqual([])
  })

  test('a sender who hangs up leaves nothing behind', async () => {
    await expect(send({ megabytes: 19, hangsUpAfter: 5 })).rejects.toThrow('socket hang up')
    await expect.poll(unfinished).toEqual([])
  })
})

async function newCustomer(): Promise<Client> {
  return signedIn(testApp, await buildCustomer(testApp.app))
}

type Uploaded = { importId: PropertyImportId; mapping: Record<string, number> }

async function upload(owner: Client, content: string): Promise<Uploaded> {
  const { body } = await owner.call('POST /api/upload-property-csv', { file: { type: 'text/csv', content } })
  return body
}

async function start(owner: Client, { importId, mapping }: Uploaded): Promise<number> {
  return (await owner.call('POST /api/start-property-import', { body: { importId, mapping } })).status
}

async function progressOf(owner: Client, { importId }: Uploaded) {
  return (await owner.call('GET /api/property-import', { query: { id: importId } })).body
}

async function unfinished(): Promise<string[]> {
  const files = await readdir(join(testApp.app.config.dataDirectory, 'imports')).catch(() => [])
  return files.filter((file) => file.endsWith('.part'))
}

/** Sends in chunks until the answer is there, as curl does. */
async function send({
  megabytes,
  extraBytes = 0,
  hangsUpAfter = Infinity,
}: {
  megabytes: number
  extraBytes?: number
  hangsUpAfter?: number
}): Promise<{ status: number; failure: { code: string; error: string } }> {
  if (!testApp.server.server.listening) await testApp.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = testApp.server.server.address() as AddressInfo
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const chunk = Buffer.alloc(MEGABYTE, 'a,')
  return new Promise((resolve, reject) => {
    const sending = request(
      {
        port,
        path: '/api/upload-property-csv',
        method: 'POST',
        headers: { 'content-type': 'text/csv', cookie },
      },
      (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () => {
          resolve({ status: response.statusCode!, failure: JSON.parse(text) as never })
          sending.destroy()
        })
      },
    )
    sending.on('error', reject)
    const sendAll = async () => {
      for (let index = 0; index < megabytes && !sending.destroyed; index++) {
        if (index === hangsUpAfter) return sending.destroy()
        await new Promise((written) => sending.write(chunk, written))
      }
      return sending.end(Buffer.alloc(extraBytes, 'b'))
    }
    sendAll().catch(reject)
  })
}
