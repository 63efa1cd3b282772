import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describePhotoStore } from './behaviour.ts'
import { createPhotoFolder } from './embedded.ts'

describePhotoStore('a folder', async () => createPhotoFolder(await temporaryFolder()))

test('leaves no unfinished file behind', async () => {
  const folder = await temporaryFolder()
  const store = createPhotoFolder(folder)
  await Promise.all(Array.from({ length: 5 }, () => store.put('one.webp', Buffer.alloc(50_000))))
  expect(await readdir(folder)).toEqual(['one.webp'])
})

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'crew-photos-'))
}
