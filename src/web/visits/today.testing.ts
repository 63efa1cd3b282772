/** What the server might answer of a visit on its day. */
import type { AccessProblemId, ExtraWorkId, VisitId } from '#domain/ids.ts'
import type { Reply } from '#web/api.ts'

type Now = Reply<'GET /api/visit-now'>

export const dayInTime: Reply<'GET /api/day-plan'> = { stops: [], lateCount: 0, suggestion: null }

export function nowWith(more: Partial<Now> = {}): Now {
  return {
    visitId: '0d3c7f9e-1b2a-4c5d-8e6f-7a8b9c0d1e2f' as VisitId,
    state: 'confirmed',
    timeZone: 'America/Denver',
    crewFirstName: 'Maria',
    endsAt: '2026-03-02T19:00:00.000Z',
    expectedAt: null,
    isLate: false,
    startedAt: null,
    completedAt: null,
    missedReason: null,
    problem: null,
    extras: [],
    canProposeExtra: false,
    canReportProblem: false,
    extraServices: [],
    ...more,
  }
}

export function problemWith(more: Partial<NonNullable<Now['problem']>> = {}): NonNullable<Now['problem']> {
  return {
    id: '1d3c7f9e-1b2a-4c5d-8e6f-7a8b9c0d1e2f' as AccessProblemId,
    state: 'waiting',
    reason: 'gate',
    note: '',
    contact: 'rang',
    photo: null,
    reportedAt: '2026-03-02T16:00:00.000Z',
    waitsUntil: '2099-03-02T16:10:00.000Z',
    canEnd: false,
    answer: '',
    answeredAt: null,
    feeCents: null,
    crewFeeCents: null,
    ...more,
  }
}

export function extraWith(more: Partial<Now['extras'][number]> = {}): Now['extras'][number] {
  return {
    id: '2d3c7f9e-1b2a-4c5d-8e6f-7a8b9c0d1e2f' as ExtraWorkId,
    state: 'proposed',
    note: 'Wash the bins',
    serviceKey: null,
    quantity: 1,
    amountCents: 1_200 as Now['extras'][number]['amountCents'],
    crewPayCents: null,
    photo: null,
    proposedAt: '2026-03-02T16:00:00.000Z',
    expiresAt: '2026-03-02T16:30:00.000Z',
    ...more,
  }
}
