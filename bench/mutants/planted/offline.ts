import type { Bug } from './bug.ts'

/** A crew's phone without a connection, and who finds what on it afterwards. */
export const OFFLINE_BUGS: readonly Bug[] = [
  {
    bug: 'the bytes of a photo are dropped before the answer: the photo is lost',
    file: 'src/web/offline/queue/sender.ts',
    from: "const sent = await ports.send(entry, entry.act.kind === 'photo' ? await store.bytesOf(entry.id) : null)",
    to: "const bytes = entry.act.kind === 'photo' ? await store.bytesOf(entry.id) : null\n  await store.dropBytes(entry.id)\n  const sent = await ports.send(entry, bytes)",
    test: [
      'src/web/offline/queue/sender.test.ts',
      'a photo whose upload fails keeps its bytes until an answer says that it is safe',
    ],
  },
  {
    bug: 'a photo has no key of its own: it counts twice',
    file: 'src/web/offline/queue/send.ts',
    from: 'idempotencyKey: entry.id,\n    onProgress,',
    to: 'idempotencyKey: crypto.randomUUID(),\n    onProgress,',
    test: [
      'src/web/offline/queue/send.test.ts',
      'a photo travels under the key of its entry, so that it counts once',
    ],
  },
  {
    bug: 'a start or a completion has no key of its own: it counts twice',
    file: 'src/web/offline/queue/send.ts',
    from: 'idempotencyKey: entry.id, signal',
    to: 'idempotencyKey: crypto.randomUUID(), signal',
    test: [
      'src/web/offline/queue/send.test.ts',
      'a $kind travels under the key of its entry, so that it counts once',
    ],
  },
  {
    bug: 'what the worker sends has no key of its own',
    file: 'src/web/offline/queue/closed-page.ts',
    from: "'Idempotency-Key': entry.id",
    to: "'Idempotency-Key': crypto.randomUUID()",
    test: [
      'src/web/offline/queue/closed-page.test.ts',
      'field 39: what was kept goes when no page is open: in order, under its keys, with its own time',
    ],
  },
  {
    bug: 'the worker sends the queue of another user',
    file: 'src/web/offline/queue/sender.ts',
    from: '(await ports.whoIsIn()) === userId',
    to: '(await ports.whoIsIn()) !== null',
    test: [
      'src/web/offline/queue/sender.test.ts',
      'another’s queue is never sent: not at the start, and not where somebody else signs in on the way',
    ],
  },
  {
    bug: 'the worker sends what is there, whoever is signed in',
    file: 'src/web/offline/queue/closed-page.ts',
    from: 'const userId = await whoIsIn(fetch)\n    // What belongs to somebody else waits for them, and no network helps.\n    if (userId === null || !owners.includes(userId)) return\n',
    to: 'const userId = owners[0]!\n    fetch = ((real) => async (path: string, init: RequestInit) => path.startsWith("/api/user") ? Response.json({ id: userId }) : real(path, init))(fetch)\n',
    test: ['src/web/offline/queue/closed-page.test.ts', 'threats W6: nothing is sent while %s is signed in'],
  },
  {
    bug: 'a photo is not written into IndexedDB',
    file: 'src/web/offline/queue/idb-store.ts',
    from: 'if (blob && bytes && writes.length > 0)',
    to: 'if (blob && bytes && writes.length < 0)',
    test: [
      'src/web/offline/device.test.ts',
      'what is added to the queue is on the device with its bytes, also for the next page',
    ],
  },
  {
    bug: 'a device is not wiped of what was read when somebody leaves it',
    file: 'src/web/offline/leave.ts',
    from: 'await wipeKept()',
    to: '',
    test: [
      'src/web/offline/device.test.ts',
      'whoever leaves a device leaves nothing on it; what others have not sent stays theirs',
    ],
  },
  {
    bug: 'a device is not wiped of the queue when somebody leaves it',
    file: 'src/web/offline/leave.ts',
    from: 'await store.forget((await store.all(userId)).map(({ id }) => id))',
    to: '',
    test: [
      'src/web/offline/device.test.ts',
      'whoever leaves a device leaves nothing on it; what others have not sent stays theirs',
    ],
  },
  {
    bug: 'what was kept of the person before is kept for the next one',
    file: 'src/web/offline/kept/keep.ts',
    from: 'if (kept.some(({ userId }) => userId !== user.id)) await wipeKept()',
    to: '',
    test: ['src/web/offline/device.test.ts', 'whoever signs in next finds nothing of who was here before'],
  },
  {
    bug: 'what was kept of the person before is shown to the next one',
    file: 'src/web/offline/kept/keep.ts',
    from: 'if (person === undefined || (known !== undefined && known.id !== person.userId)) return undefined',
    to: 'if (person === undefined) return undefined',
    test: ['src/web/offline/device.test.ts', 'whoever signs in next finds nothing of who was here before'],
  },
  {
    bug: 'a page reloads while something is unsent',
    file: 'src/web/offline/start.ts',
    from: 'holdReloadWhile(() => unsentCount() > 0)',
    to: '',
    test: [
      'src/web/offline/device.test.ts',
      'field 41: nothing reloads while this device has something unsent',
    ],
  },
]
