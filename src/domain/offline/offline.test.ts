import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { HOUR_MS, instant, localDate } from '../time.ts'
import { afterFailure, isHurried, needsSignIn, retried } from './answers.ts'
import { type Act, dayKey, type QueueEntry } from './entry.ts'
import { admit, afterKill, forgettable, nextToSend, nextTryAt } from './queue.ts'

const NOW = instant(1_772_467_200_000)
const WHEN = { now: NOW, jitter: 0.5 }

const start = (step: 'en_route' | 'in_progress' = 'in_progress'): Act => ({ kind: 'start', step })
const photo = (sha256: string | null = 'a'): Act => ({ kind: 'photo', sha256, sizeBytes: 9, photoId: null })
const complete: Act = { kind: 'complete', location: null }
const mark = (itemKey: string, isMarked = true): Act => ({ kind: 'mark', itemKey, isMarked })

const pass = (code = 'K7M2Q9XA4T'): Act => ({ kind: 'pass', code, isTyped: true, location: null })

function entry(seq: number, act: Act, more: Partial<QueueEntry> = {}): QueueEntry {
  return {
    id: `e${seq}`,
    seq,
    userId: 'crew-1',
    visitId: 'visit-1',
    placeName: 'Blue house',
    timeZone: 'America/Denver',
    at: NOW,
    act,
    state: 'kept',
    changedAt: NOW,
    attempts: 0,
    notBefore: NOW,
    failure: null,
    isTimeless: false,
    ...more,
  }
}

describe('a code that was passed', () => {
  test.each<[string, QueueEntry[], object]>([
    ['twice is one', [entry(1, pass())], { duplicateOf: 'e1' }],
    ['that is safe is one', [entry(1, pass(), { state: 'safe' })], { duplicateOf: 'e1' }],
    ['of another building is another', [entry(1, pass('0000000001'))], { drops: [], revives: [] }],
    ['that was refused goes again', [entry(1, pass(), { state: 'refused' })], { drops: ['e1'], revives: [] }],
  ])('%s', (_what, there, admitted) => {
    expect(admit(there, entry(9, pass()))).toEqual(admitted)
  })

  test('goes after the start and before the completion of its visit', () => {
    const [begun, passed, done] = [entry(1, start()), entry(2, pass()), entry(3, complete)]
    expect(nextToSend([done, passed, begun], NOW)).toBe(begun)
    expect(nextToSend([done, passed], NOW)).toBe(passed)
    expect(nextToSend([done, { ...passed, state: 'refused' }], NOW)).toBe(done)
  })
})

describe('what is said of a whole day', () => {
  const day = (seq: number, act: Act, more: Partial<QueueEntry> = {}) =>
    entry(seq, act, { visitId: dayKey(localDate('2026-03-02')), ...more })
  const late = (minutes: 15 | 30 = 15): Act => ({ kind: 'late', minutes, location: null })
  const onTime: Act = { kind: 'on_time' }
  const ill = {
    kind: 'ill',
    from: localDate('2026-03-02'),
    to: localDate('2026-03-02'),
    note: '',
    isTripReleased: false,
  } as const

  test.each<[string, QueueEntry[], Act, string[]]>([
    ['later than that', [day(1, late())], late(30), ['e1']],
    ['on time again, before anybody has heard of it', [day(1, late())], onTime, ['e1']],
    ['late once more', [day(1, onTime)], late(), ['e1']],
    ['what is on its way stays', [day(1, late(), { state: 'sending' })], onTime, []],
    ['what was heard stays', [day(1, late(), { state: 'safe' })], onTime, []],
    ['ill, too', [day(1, late())], ill, []],
    ['ill twice', [day(1, ill)], ill, ['e1']],
  ])('the last word holds: %s', (_what, there, act, drops) => {
    expect(admit(there, day(9, act))).toEqual({ drops, revives: [] })
  })

  test('goes after what was done before it, and holds nothing back that was done since', () => {
    const [begun, said, since] = [entry(1, start()), day(2, ill), entry(3, complete)]
    expect(nextToSend([begun, said, since], NOW)).toBe(begun)
    expect(nextToSend([said, since], NOW)).toBe(said)
    expect(nextToSend([{ ...begun, notBefore: instant(NOW + 1) }, said], NOW)).toBeNull()
    expect(nextToSend([{ ...begun, state: 'safe' }, { ...said, state: 'refused' }, since], NOW)).toBe(since)
  })

  test('is refused in words where the server says no: there is no visit that changed', () => {
    const failed = { status: 404, code: 'not_found', sentence: 'Gone.' }
    expect(afterFailure(day(1, ill), failed, WHEN).state).toBe('refused')
    expect(afterFailure(entry(1, start()), failed, WHEN).state).toBe('conflict')
  })
})

describe('writing down', () => {
  test.each([
    ['a second tap on start', [entry(1, start())], start(), { duplicateOf: 'e1' }],
    ['the same picture', [entry(1, photo('x'))], photo('x'), { duplicateOf: 'e1' }],
    [
      'the same picture once it is safe',
      [entry(1, photo('x'), { state: 'safe' })],
      photo('x'),
      { duplicateOf: 'e1' },
    ],
    ['another picture', [entry(1, photo('x'))], photo('y'), { drops: [], revives: [] }],
    ['a picture without a checksum', [entry(1, photo(null))], photo(null), { drops: [], revives: [] }],
    ['a second done', [entry(1, complete)], complete, { duplicateOf: 'e1' }],
    [
      'done again after a refusal',
      [entry(1, complete, { state: 'refused' })],
      complete,
      { drops: ['e1'], revives: [] },
    ],
    ['work after an unsent way', [entry(1, start('en_route'))], start(), { drops: ['e1'], revives: [] }],
    [
      'work after a way that is reported',
      [entry(1, start('en_route'), { state: 'safe' })],
      start(),
      { drops: [], revives: [] },
    ],
    ['a way after unsent work', [entry(1, start())], start('en_route'), { duplicateOf: 'e1' }],
    [
      'the photo that a completion lacked',
      [entry(1, complete, { state: 'refused' }), entry(2, photo('x'), { state: 'refused' })],
      photo('y'),
      { drops: [], revives: ['e1'] },
    ],
    [
      'a photo beside a completion that waits, or that the server has',
      [entry(1, complete), entry(2, complete, { state: 'safe' })],
      photo('y'),
      { drops: [], revives: [] },
    ],
    ['a start beside a photo that waits', [entry(1, photo('x'))], start(), { drops: [], revives: [] }],
    ['a second tick', [entry(1, mark('a'))], mark('a'), { duplicateOf: 'e1' }],
    [
      'a tick that the server has',
      [entry(1, mark('a'), { state: 'safe' })],
      mark('a'),
      { duplicateOf: 'e1' },
    ],
    ['a tick of something else', [entry(1, mark('a'))], mark('b'), { drops: [], revives: [] }],
    ['a tick taken back', [entry(1, mark('a'))], mark('a', false), { drops: ['e1'], revives: [] }],
    [
      'a tick taken back on its way',
      [entry(1, mark('a'), { state: 'sending' })],
      mark('a', false),
      { drops: [], revives: [] },
    ],
    [
      'a tick once more',
      [entry(1, mark('a'), { state: 'safe' }), entry(2, mark('a', false))],
      mark('a'),
      { drops: ['e2'], revives: [] },
    ],
    [
      'the tick that a completion lacked',
      [entry(1, complete, { state: 'refused' }), entry(2, mark('a'), { state: 'refused' })],
      mark('a'),
      { drops: ['e2'], revives: ['e1'] },
    ],
    [
      'the same picture of another item',
      [entry(1, { ...photo('x'), itemKey: 'a' } as Act)],
      { ...photo('x'), itemKey: 'b' } as Act,
      { drops: [], revives: [] },
    ],
    [
      'the same of somebody else on this phone',
      [entry(1, start(), { userId: 'crew-2' })],
      start(),
      { drops: [], revives: [] },
    ],
    [
      'the same at another visit',
      [entry(1, start(), { visitId: 'visit-2' })],
      start(),
      { drops: [], revives: [] },
    ],
  ] as const)('%s', (_name, entries, act, expected) => {
    expect(admit(entries, entry(9, act))).toEqual(expected)
  })
})

describe('the order of sending', () => {
  it('is the order of writing; a completion waits for the rest of its visit, and for no other visit', () => {
    const late = instant(NOW + 1_000)
    const entries = [
      entry(1, start(), { notBefore: late }),
      entry(2, photo('a'), { state: 'refused' }),
      entry(3, complete),
      entry(4, photo('b'), { visitId: 'visit-2' }),
    ]
    expect(nextToSend(entries, NOW)?.id).toBe('e4')
    expect(nextToSend(entries, late)?.id).toBe('e1')
    expect(nextTryAt(entries)).toBe(NOW)
    const after = [{ ...entries[0]!, state: 'safe' as const }, ...entries.slice(1, 3)]
    expect(nextToSend(after, NOW)?.id).toBe('e3')
    expect(nextToSend([{ ...entries[0]!, state: 'conflict' }, entries[2]!], NOW)?.id).toBe('e3')
    expect(nextTryAt([])).toBeNull()
  })

  it('never sends a completion before a start or photo of its visit, whatever fails', () => {
    const acts = fc.constantFrom<Act>(start(), photo('p'), photo('q'), mark('a'), mark('a', false), complete)
    const row = fc.record({
      act: acts,
      visitId: fc.constantFrom('v1', 'v2'),
      state: fc.constantFrom('kept', 'sending', 'safe', 'refused', 'conflict' as const),
      wait: fc.integer({ min: -5, max: 5 }),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const entries = rows.map(({ wait, ...more }, index) =>
          entry(index, more.act, { ...more, notBefore: instant(NOW + wait) }),
        )
        const next = nextToSend(entries, NOW)
        if (next === null) return
        expect(next.state).toBe('kept')
        expect(next.notBefore).toBeLessThanOrEqual(NOW)
        const before = entries.filter((each) => each.visitId === next.visitId && each !== next)
        if (next.act.kind === 'complete')
          expect(before.filter(({ state }) => state === 'kept' || state === 'sending')).toEqual([])
      }),
    )
  })
})

describe('what an answer makes of an entry', () => {
  const after = (act: Act, status: number, code: string, more: Partial<QueueEntry> = {}) =>
    afterFailure(entry(1, act, more), { status, code, sentence: 'No.' }, WHEN)

  test.each([
    [complete, 409, 'visit_cancelled', 'conflict'],
    [complete, 409, 'visit_skipped', 'conflict'],
    [complete, 409, 'visit_reassigned', 'conflict'],
    [complete, 409, 'too_late', 'conflict'],
    [complete, 404, 'not_found', 'conflict'],
    [complete, 409, 'photos_missing', 'refused'],
    [complete, 409, 'too_early', 'refused'],
    [complete, 409, 'conflict', 'kept'],
    [complete, 401, 'sign_in_needed', 'kept'],
    [complete, 403, 'account_frozen', 'kept'],
    [start(), 409, 'visit_cancelled', 'conflict'],
    [mark('a'), 409, 'visit_cancelled', 'conflict'],
    [mark('a'), 409, 'item_unknown', 'refused'],
    [complete, 409, 'items_unfinished', 'refused'],
    [start(), 409, 'wrong_state', 'refused'],
    [photo(), 404, 'not_found', 'refused'],
    [photo(), 415, 'wrong_file_type', 'refused'],
    [photo(), 409, 'photo_quota_reached', 'kept'],
    [photo(), 400, 'damaged', 'kept'],
    [photo(), 0, 'unreachable', 'kept'],
    [photo(), 503, 'unavailable', 'kept'],
    [photo(), 429, 'too_many_calls', 'kept'],
    [photo(), 408, 'unknown', 'kept'],
  ] as const)('%j answered %i %s is %s', (act, status, code, state) => {
    expect(after(act, status, code).state).toBe(state)
  })

  it('waits longer each time, never longer than about five minutes, and asks anew for ever', () => {
    let tried = entry(1, complete)
    const waits: number[] = []
    for (let round = 0; round < 20; round++) {
      tried = { ...tried, ...afterFailure(tried, { status: 0, code: 'unreachable', sentence: '' }, WHEN) }
      waits.push(tried.notBefore - NOW)
    }
    expect(waits.slice(0, 7)).toEqual([2_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000])
    expect(waits.at(-1)).toBe(300_000)
    expect(tried.state).toBe('kept')
    const early = afterFailure(
      tried,
      { status: 0, code: 'unreachable', sentence: '' },
      { now: NOW, jitter: 0 },
    )
    expect(early.notBefore).toBe(NOW + 225_000)
  })

  it('takes the server’s clock once where the phone’s is ahead, and does not ask for ever', () => {
    const first = after(start(), 409, 'clock_ahead')
    expect(first).toMatchObject({ state: 'kept', isTimeless: true, notBefore: NOW })
    expect(after(start(), 409, 'clock_ahead', { isTimeless: true }).state).toBe('refused')
  })

  it('gives up a photo that is damaged at every try, and waits an hour for a quota', () => {
    expect(after(photo(), 400, 'damaged', { attempts: 5 }).state).toBe('refused')
    expect(after(photo(), 409, 'photo_quota_reached').notBefore).toBe(NOW + HOUR_MS)
    expect(after(photo(), 401, 'sign_in_needed')).toMatchObject({ attempts: 0, state: 'kept' })
    expect(needsSignIn({ status: 401, code: 'x', sentence: '' })).toBe(true)
    expect(retried(entry(1, photo(), { attempts: 4, state: 'refused' }), NOW)).toMatchObject({
      state: 'kept',
      attempts: 0,
      failure: null,
    })
  })
})

test.each([
  ['kept', 'unreachable', true],
  ['kept', 'account_frozen', false],
  ['kept', 'photo_quota_reached', false],
  ['kept', null, false],
  ['sending', 'unreachable', false],
  ['refused', 'bad_input', false],
] as const)('what is %s after %s goes at once on a connection: %s', (state, code, goes) => {
  const failure = code === null ? null : { status: 0, code, sentence: '' }
  expect(isHurried({ state, failure })).toBe(goes)
})

test.each([
  [401, 'unauthenticated', true],
  [403, 'sign_in_needed', true],
  [403, 'forbidden', false],
  [0, 'unreachable', false],
])('an answer of %i %s asks for a sign-in: %s', (status, code, asks) => {
  expect(needsSignIn({ status, code, sentence: '' })).toBe(asks)
})

it('after a kill what was on its way is asked again; what was read since is forgotten, but not beside a conflict', () => {
  const entries = [
    entry(1, start(), { state: 'sending' }),
    entry(2, photo('a'), { state: 'safe', changedAt: instant(NOW - 5) }),
    entry(3, photo('b'), { state: 'safe', changedAt: instant(NOW + 5) }),
    entry(4, photo('c'), { state: 'safe', visitId: 'v2', changedAt: instant(NOW - 5) }),
    entry(5, complete, { state: 'conflict', visitId: 'v2' }),
  ]
  const ids = (some: readonly QueueEntry[]) => some.map(({ id }) => id)
  expect(ids(afterKill(entries))).toEqual(['e1'])
  expect(ids(forgettable(entries, NOW))).toEqual(['e2'])
})
