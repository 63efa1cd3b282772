import { describe, expect, it } from 'vitest'
import type { UserId } from '../ids.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { DAY_MS, instant, parseInstant } from '../time.ts'
import { VISIT_STATES, type VisitState } from './graph.ts'
import { refusePhoto } from './late-photo.ts'

const MINE = 'crew-1' as UserId
const OTHER = 'crew-2' as UserId
const STARTS = parseInstant('2026-07-06T13:00:00Z')
const ENDS = parseInstant('2026-07-06T15:00:00Z')
const settings = DEFAULT_SETTINGS

type Visit = Parameters<typeof refusePhoto>[0]['visit']

function visitIn(state: VisitState, crewId: UserId | null = MINE): Visit {
  return { state, crewId, endsAt: ENDS }
}

describe('field 39: a photo that was taken in time is taken in', () => {
  const refused = (visit: Visit, more: Partial<Parameters<typeof refusePhoto>[0]> = {}) =>
    refusePhoto({ visit, crewId: MINE, assignedUntil: null, takenAt: STARTS, now: ENDS, settings, ...more })

  it.each(VISIT_STATES)('for the crew’s own visit that is %s', (state) => {
    expect(refused(visitIn(state))).toBeNull()
  })

  it.each(['scheduled', 'confirmed', 'en_route', 'in_progress', 'missed', 'reopened'] as const)(
    'whenever it was taken while it is %s',
    (state) => {
      expect(refused(visitIn(state), { takenAt: null, now: instant(ENDS + 99 * DAY_MS) })).toBeNull()
    },
  )

  it.each(['completed', 'cancelled', 'skipped'] as const)(
    'but not without its time once it is %s',
    (state) => {
      expect(refused(visitIn(state), { takenAt: null })).toEqual({ refused: 'wrong_state' })
    },
  )

  it('nor a month later, nor by a stranger, nor by who lost the visit days before', () => {
    const monthLater = instant(ENDS + settings.lateCompletionKeptDays * DAY_MS + 1)
    expect(refused(visitIn('cancelled'), { now: monthLater })).toEqual({ refused: 'too_late' })
    expect(refused(visitIn('confirmed', OTHER))).toEqual({ refused: 'not_yours' })
    const twoDaysBefore = instant(STARTS - 2 * DAY_MS)
    expect(refused(visitIn('confirmed', OTHER), { assignedUntil: twoDaysBefore })).toEqual({
      refused: 'not_yours',
    })
    expect(refused(visitIn('confirmed', OTHER), { assignedUntil: STARTS })).toBeNull()
  })
})
