/** What the server might answer to a crew's screens. */
import type { PhotoId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import { EVERY_WEEK } from '#domain/schedule/rhythm.ts'
import type { Reply } from '#web/api.ts'

type Day = Reply<'GET /api/day'>
type JobRoutes = Reply<'POST /api/get-job-routes'>

export const services: Reply<'GET /api/services'> = [
  {
    key: 'bins',
    nameEn: 'Bins to the curb and back',
    nameEs: 'Botes a la acera y de vuelta',
    unitEn: 'bin',
    unitEs: 'bote',
    unitsEn: 'bins',
    unitsEs: 'botes',
    icon: 'bins',
    minutes: 5,
    minutesPerUnit: 1,
    photosRequired: 1,
    isWeekly: true,
    isOffered: true,
    price: null,
  },
]

export const nothingToConfirm: Reply<'POST /api/get-visits-to-confirm'> = {
  week: { from: '2026-03-09' as LocalDate, to: '2026-03-15' as LocalDate },
  timeZone: 'America/Denver',
  confirmBy: null,
  unconfirmedCount: 0,
  unconfirmedPayCents: cents(0),
  days: [],
}

export const notSharing: Reply<'GET /api/whereabouts'> = {
  isSharing: false,
  until: '2026-03-03T06:59:00.000Z',
  everySeconds: 25,
}

export function stopWith(more: Partial<Day['stops'][number]> = {}): Day['stops'][number] {
  return {
    visitId: crypto.randomUUID() as VisitId,
    complexId: null,
    position: 1,
    propertyName: 'Blue house',
    address: '1 Larimer St',
    lat: 39.74,
    lng: -104.99,
    timeZone: 'America/Denver',
    accessNotes: 'Gate code 4711',
    jobNotes: '',
    serviceKey: 'bins',
    quantity: 2,
    minutes: 7,
    window: { from: '08:00', until: '12:00' } as Day['stops'][number]['window'],
    startsAt: '2026-03-02T15:00:00.000Z',
    endsAt: '2026-03-02T19:00:00.000Z',
    state: 'confirmed',
    isNext: true,
    canStart: true,
    canComplete: true,
    photosRequired: 1,
    photos: [],
    payCents: cents(700),
    completedAt: null,
    ...more,
  }
}

export function dayWith(stops: Day['stops'], more: Partial<Day> = {}): Day {
  return {
    date: '2026-03-02' as LocalDate,
    today: '2026-03-02' as LocalDate,
    base: { lat: 39.73, lng: -105 },
    stops,
    legs: [],
    doneCount: stops.filter((stop) => stop.state === 'completed').length,
    drivingMinutes: 12,
    serviceMinutes: 14,
    payCents: cents(1_400),
    nextWorkDay: null,
    ...more,
  }
}

export const photo = {
  photoId: crypto.randomUUID() as PhotoId,
  thumbnailUrl: '/api/photo?w=320',
  url: '/api/photo?w=1280',
  width: 900,
  height: 600,
}

export function jobRoutesWith(more: Partial<JobRoutes> = {}): JobRoutes {
  const job: JobRoutes['jobs'][number] = {
    weeklyJobId: 'job-1' as WeeklyJobId,
    serviceKey: 'bins',
    quantity: 1,
    neighbourhood: 'Highland',
    lat: 39.75,
    lng: -105.01,
    distanceFeet: 10_560,
    minutes: 6,
    window: null,
    openDays: [
      { weekday: 2, payCents: cents(700) },
      { weekday: 6, payCents: cents(770) },
    ] as JobRoutes['jobs'][number]['openDays'],
    rhythm: EVERY_WEEK,
    perMonthCents: cents(6_370),
  }
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    hours: weekday === 7 ? null : { from: '06:00', until: '20:00' },
    openCount: weekday === 2 ? 1 : 0,
    openPayCents: cents(weekday === 2 ? 700 : 0),
    assignedCount: 0,
    assignedPayCents: cents(0),
  })) as JobRoutes['days']
  const routes = [routeOn(2), routeOn(6)]
  const base = { lat: 39.74, lng: -104.99 }
  const warning = { payoutWarning: null, payoutDueAt: null }
  return { jobs: [job], days, recommendedRoutes: routes, openJobCount: 1, base, ...warning, ...more }
}

function routeOn(weekday: number): JobRoutes['recommendedRoutes'][number] {
  const stop = {
    weeklyJobId: 'job-1',
    isAssigned: false,
    serviceKey: 'bins',
    neighbourhood: 'Highland',
    lat: 39.75,
    lng: -105.01,
    minutes: 6,
    payCents: cents(700),
    arriveTime: '08:00',
    startTime: '08:00',
    departTime: '08:06',
  }
  return {
    routeKey: `route-${weekday}`,
    weekday,
    stops: [stop, { ...stop, weeklyJobId: 'job-2', isAssigned: true }],
    legs: [],
    leaveTime: '07:50',
    returnTime: '08:30',
    stopCount: 2,
    newStopCount: 1,
    drivingMinutes: 20,
    drivingFeet: 21_120,
    serviceMinutes: 12,
    totalMinutes: 40,
    payCents: cents(1_400),
    newPayCents: cents(700),
    payPerHourCents: cents(2_100),
  } as unknown as JobRoutes['recommendedRoutes'][number]
}
