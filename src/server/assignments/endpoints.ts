import type { assignments } from '#contract/assignments.ts'
import type { App } from '../app.ts'
import { readReliability } from '../crews/queries.ts'
import type { Handlers } from '../http/handler.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { confirmVisits, unconfirmVisits } from './confirm-visits.ts'
import { readAssignments } from './read-assignments.ts'
import { readWeekToConfirm } from './read-week-to-confirm.ts'
import { previewReleaseAssignment, releaseAssignment } from './release-assignment.ts'
import { previewReleaseVisit, releaseVisit } from './release-visit.ts'
import { crewOfToken, endLinks, requestLink, sendLinkTo } from './send-link.ts'
import { addDaysOff, previewDaysOff, readDaysOffToCome, removeDaysOff } from './take-days-off.ts'

const DONE = { ok: true } as const

export const assignmentsHandlers: Handlers<typeof assignments> = {
  'POST /api/get-visits-to-confirm': ({ app, scope }) => readWeekToConfirm(app, scope),
  'POST /api/confirm-visits': ({ app, scope, body }) => confirmVisits(app, scope, body.visitIds),
  'POST /api/unconfirm-visits': ({ app, scope, body }) => unconfirmVisits(app, scope, body.visitIds),
  'POST /api/preview-release-assignment': ({ app, scope, body }) =>
    previewReleaseAssignment(app, scope, body),
  'POST /api/preview-release-visit': ({ app, scope, body }) => previewReleaseVisit(app, scope, body),
  'POST /api/release-visit': ({ app, scope, body }) => releaseVisit(app, scope, body),
  'POST /api/get-time-off': ({ app, scope }) => readDaysOffToCome(app, scope),
  'POST /api/preview-time-off': ({ app, scope, body }) => previewDaysOff(app, scope, body),
  'POST /api/add-time-off': ({ app, scope, body }) => addDaysOff(app, scope, body),
  'POST /api/remove-time-off': ({ app, scope, body }) => removeDaysOff(app, scope, body),
  'POST /api/get-reliability': ({ app, scope }) => ownReliability(app, scope),
  'POST /api/request-assignments-link': async ({ app, body }) => {
    await requestLink(app, body.phone)
    return DONE
  },
  'POST /api/send-assignments-link': async ({ app, scope, body }) => {
    await sendLinkTo(app, scope, body.crewId)
    return DONE
  },
  'POST /api/open-assignments-link': async ({ app, body }) => {
    const crew = await crewOfToken(app, body.token)
    return { crewName: crew.name, ...(await readAssignments(app, crew)) }
  },
  'POST /api/preview-release-by-link': async ({ app, body }) => {
    const { token, ...input } = body
    return previewReleaseAssignment(app, await crewOfToken(app, token), input)
  },
  'POST /api/release-by-link': async ({ app, body }) => {
    const { token, ...input } = body
    return releaseAssignment(app, await crewOfToken(app, token), input)
  },
  'POST /api/end-assignments-link': async ({ app, body }) => {
    await endLinks(app, await crewOfToken(app, body.token))
    return DONE
  },
  'POST /api/end-assignments-links': async ({ app, scope }) => {
    await endLinks(app, scope)
    return DONE
  },
}

async function ownReliability(app: App, scope: CrewScope) {
  const now = app.ports.clock.now()
  const all = await readReliability(app.db, [scope.userId], now)
  const settings = await settingsAt(app.db, scope.marketId, now)
  return {
    ...all.get(scope.userId)!,
    windowDays: settings.reliabilityWindowDays,
    noticeHours: settings.releaseNoticeHours,
    graceMinutes: settings.releaseGraceMinutes,
  }
}
