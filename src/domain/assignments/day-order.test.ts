import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { greatCircleMatrix } from '../routing/matrix.ts'
import type { OpenStop } from '../routing/recommend.types.ts'
import { localTime } from '../time.ts'
import { orderDay } from './day-order.ts'

const BASE = { lat: 39.7392, lng: -104.9903 }
const hours = { from: localTime('08:00'), until: localTime('12:00') }
const east = (degrees: number, window: OpenStop['window'] = null, serviceMinutes = 5): OpenStop => ({
  id: `${degrees}`,
  place: { lat: BASE.lat, lng: BASE.lng + degrees },
  serviceMinutes,
  window,
  payCents: cents(700),
  serviceKey: 'bins',
})
const order = (stops: OpenStop[], wanted: number[] | null = null) =>
  orderDay({ hours }, stops, greatCircleMatrix([BASE, ...stops.map((stop) => stop.place)]), wanted)

describe('a day of stops', () => {
  it('is driven out and back without zigzag', () => {
    const found = order([east(0.03), east(0.01), east(0.04), east(0.02)])
    const places = 'order' in found ? found.order.map((index) => [0.03, 0.01, 0.04, 0.02][index]!) : []
    const turn = places.indexOf(0.04)
    expect(places).toHaveLength(4)
    expect(places.slice(0, turn).sort()).toEqual(places.slice(0, turn))
    expect(places.slice(turn).sort().reverse()).toEqual(places.slice(turn))
  })

  it('keeps the order that was wanted, though it is longer', () => {
    expect(order([east(0.03), east(0.01), east(0.02)], [0, 1, 2])).toMatchObject({ order: [0, 1, 2] })
  })

  it('leaves the wanted order where a window would be missed', () => {
    const early = { from: localTime('08:00'), until: localTime('08:30') }
    const stops = [east(0.01, null, 60), east(0.02, early)]
    expect(order(stops, [0, 1])).toMatchObject({ order: [1, 0] })
  })

  it('leaves the wanted order where it lacks a stop', () => {
    expect(order([east(0.01), east(0.02)], [1])).toMatchObject({
      order: expect.objectContaining({ length: 2 }),
    })
  })

  it('is refused where it does not fit into the hours', () => {
    expect(order([east(0.01, null, 100), east(0.02, null, 160)])).toEqual({ refused: 'outside_hours' })
  })

  it('of nothing is driven by nobody', () => {
    expect(order([])).toEqual({ order: [], drivingSeconds: 0, drivingFeet: 0 })
  })
})
