import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { formatInstant, parseInstant } from '../time.ts'
import { DUNNING, DUNNING_STATES, type DunningEvent, type DunningState, decideDunning } from './dunning.ts'

const FAILED_AT = parseInstant('2026-07-06T12:00:00Z')
const EVENTS: DunningEvent[] = ['charge_failed', 'charge_succeeded']

function decide(state: DunningState, event: DunningEvent, failedAttempts: number, firstFailedAt = FAILED_AT) {
  return decideDunning({
    state,
    event,
    failedAttempts,
    firstFailedAt,
    zone: 'America/Denver',
    settings: DEFAULT_SETTINGS,
  })
}

describe('a declined card', () => {
  it.each<[number, DunningState, string]>([
    [1, 'due', '2026-07-07T12:00:00Z'],
    [2, 'retrying', '2026-07-09T12:00:00Z'],
    [3, 'retrying', '2026-07-13T12:00:00Z'],
  ])(
    'after failure %i is retried on day 1, 3 and 7, and the customer is notified',
    (failures, state, retryAt) => {
      const step = decide(state, 'charge_failed', failures)
      expect(step).toMatchObject({ state: 'retrying', followUps: ['ask_customer_to_update_card'] })
      expect(formatInstant(step!.retryAt!)).toBe(retryAt)
    },
  )

  it('field 20: after the last retry pauses the weekly jobs', () => {
    expect(decide('retrying', 'charge_failed', 4)).toEqual({
      state: 'paused',
      retryAt: null,
      followUps: ['ask_customer_to_update_card', 'pause_weekly_jobs'],
    })
  })

  it('pauses once: a failure later only notifies the customer', () => {
    expect(decide('paused', 'charge_failed', 5)?.followUps).toEqual(['ask_customer_to_update_card'])
  })

  it('retries at the same local hour across a change of the clock', () => {
    const saturday = parseInstant('2026-03-07T13:00:00Z')
    expect(formatInstant(decide('due', 'charge_failed', 1, saturday)!.retryAt!)).toBe('2026-03-08T12:00:00Z')
  })

  it('without retries in the settings pauses at once', () => {
    const step = decideDunning({
      state: 'due',
      event: 'charge_failed',
      failedAttempts: 1,
      firstFailedAt: FAILED_AT,
      zone: 'America/Denver',
      settings: { dunningRetryDays: [] },
    })
    expect(step?.state).toBe('paused')
  })
})

describe('a payment after all', () => {
  it.each<[DunningState, string[]]>([
    ['due', ['send_receipt']],
    ['retrying', ['send_receipt']],
    ['paused', ['send_receipt', 'resume_weekly_jobs']],
  ])('from %s is paid', (state, followUps) => {
    expect(decide(state, 'charge_succeeded', 4)).toEqual({ state: 'paid', retryAt: null, followUps })
  })
})

describe('the dunning graph', () => {
  it.each(DUNNING_STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
    'knows what %s and %s mean, or that it is nothing',
    (state, event) => {
      const isEdge = DUNNING.some((edge) => edge.event === event && edge.from.includes(state))
      expect(decide(state, event, 1) !== null).toBe(isEdge)
    },
  )

  it('field 19: a webhook that says paid twice is nothing the second time', () => {
    expect(decide('paid', 'charge_succeeded', 1)).toBeNull()
    expect(decide('paid', 'charge_failed', 1)).toBeNull()
  })
})
