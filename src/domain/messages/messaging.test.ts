import { describe, expect, test } from 'vitest'
import type { UserId } from '../ids.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../time.ts'
import { closesAt, isWorthNotifying, type MessageRole, mayRead, mayWrite } from './messaging.ts'

const [customer, crew, other] = ['customer', 'crew', 'other'] as UserId[] as [UserId, UserId, UserId]
const visit = { customerId: customer, crewId: crew, endsAt: (100 * DAY_MS) as Instant }
const during = visit.endsAt

describe('a thread', () => {
  test.each<[MessageRole, UserId, boolean]>([
    ['customer', customer, true],
    ['customer', other, false],
    ['customer', crew, false],
    ['crew', crew, true],
    ['crew', other, false],
    ['crew', customer, false],
    ['operator', other, true],
  ])('%s %s may read and write: %s', (role, id, may) => {
    expect(mayRead(visit, role, id)).toBe(may)
    const written = mayWrite(visit, { role, id, sentLastHour: 0 }, during, DEFAULT_SETTINGS)
    expect(written).toEqual(may ? { crewId: crew } : { refused: 'not_yours' })
  })

  const writer = { role: 'customer', id: customer, sentLastHour: 0 } as const

  test('has nobody to be read by while nobody has the visit', () => {
    const open = { ...visit, crewId: null }
    expect(mayWrite(open, writer, during, DEFAULT_SETTINGS)).toEqual({ refused: 'no_crew' })
    expect(mayRead(open, 'customer', customer)).toBe(true)
  })

  test('closes seven days after the visit, to the moment', () => {
    const closes = closesAt(visit, DEFAULT_SETTINGS)
    expect(closes - visit.endsAt).toBe(7 * DAY_MS)
    expect(mayWrite(visit, writer, (closes - 1) as Instant, DEFAULT_SETTINGS)).toEqual({ crewId: crew })
    expect(mayWrite(visit, writer, closes, DEFAULT_SETTINGS)).toEqual({ refused: 'too_late' })
    expect(mayRead(visit, 'crew', crew)).toBe(true)
  })

  test('takes so many messages an hour and no more', () => {
    const write = (sentLastHour: number) =>
      mayWrite(visit, { ...writer, sentLastHour }, during, DEFAULT_SETTINGS)
    expect(write(DEFAULT_SETTINGS.messagesPerHour - 1)).toEqual({ crewId: crew })
    expect(write(DEFAULT_SETTINGS.messagesPerHour)).toEqual({ refused: 'too_many_messages' })
  })
})

test.each([
  ['nothing is unread', null, 0, true],
  ['its reader was notified a minute ago', 0, HOUR_MS - 60_000, false],
  ['its reader was notified an hour ago', 0, HOUR_MS, true],
])('the reader of a message is notified when %s: %s', (_name, unreadAt, now, isNotified) => {
  expect(isWorthNotifying(unreadAt as Instant | null, 0 as Instant, now as Instant)).toBe(isNotified)
})
