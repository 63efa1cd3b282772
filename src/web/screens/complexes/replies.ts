import type { Reply } from '#web/api.ts'

export type ComplexCard = Reply<'POST /api/get-complexes'>[number]
export type Complex = Reply<'GET /api/complex'>
export type Building = Complex['buildings'][number]
export type Exception = Complex['exceptions'][number]
export type NightRow = Complex['comingNights'][number]
export type Round = Reply<'GET /api/complex-night'>
export type CrewRound = Reply<'GET /api/night-round'>
export type OpenNight = Reply<'GET /api/crew-complex'>['nights'][number]
