/** What of the list of weekly jobs is shown, in the address, so that it can be sent, kept and gone back to. */
import { useDeferredValue } from 'react'
import { useSearchParams } from 'react-router'
import { isId, type PropertyGroupId, type UserId } from '#domain/ids.ts'
import { isWeekday } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'

export type KeptFilter = Reply<'GET /api/job-filters'>['filters'][number]
export type JobFilter = Omit<KeptFilter, 'id' | 'name'>

export const NO_FILTER: JobFilter = {
  search: '',
  groupId: null,
  serviceKey: '',
  crewId: null,
  weekday: null,
  state: '',
}

export function useJobFilter() {
  const [params, setParams] = useSearchParams()
  const group = params.get('group')
  const crew = params.get('crew')
  const day = Number(params.get('weekday'))
  const filter: JobFilter = {
    search: params.get('q') ?? '',
    groupId: group !== null && isId<PropertyGroupId>(group) ? group : null,
    serviceKey: params.get('service') ?? '',
    crewId: crew !== null && isId<UserId>(crew) ? crew : null,
    weekday: isWeekday(day) ? day : null,
    state: (['active', 'paused'] as const).find((state) => state === params.get('state')) ?? '',
  }
  const openId = params.get('job')
  const show = (next: JobFilter, job: string | null) =>
    setParams({ tab: 'weekly', ...paramsOf(next), ...(job === null ? {} : { job }) }, { replace: true })
  return {
    filter,
    /** As the server is asked, a little after the typing. */
    asked: askedOf(useDeferredValue(filter)),
    isFiltered: !isSame(filter, NO_FILTER),
    setFilter: (next: JobFilter) => show(next, null),
    openId,
    open: (job: string | null) => show(filter, job),
  }
}

export function isSame(one: JobFilter, other: JobFilter): boolean {
  return JSON.stringify(paramsOf(one)) === JSON.stringify(paramsOf(other))
}

function paramsOf({ search, groupId, serviceKey, crewId, weekday, state }: JobFilter) {
  const all = {
    q: search,
    group: groupId ?? '',
    service: serviceKey,
    crew: crewId ?? '',
    weekday: weekday === null ? '' : String(weekday),
    state,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

function askedOf({ search, groupId, serviceKey, crewId, weekday, state }: JobFilter) {
  return {
    states: state === '' ? (['active', 'paused'] as const).slice() : [state],
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(groupId === null ? {} : { groupId }),
    ...(serviceKey === '' ? {} : { serviceKey }),
    ...(crewId === null ? {} : { crewId }),
    ...(weekday === null ? {} : { weekday }),
  }
}
