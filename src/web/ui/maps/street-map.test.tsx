/** Maps with streets, on a sheet of paper in the place of the library: happy-dom has no WebGL. */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loadAreas } from '#web/text/store.ts'
import type { CreateMap, MapHandle } from './create-map.ts'
import type { MapStop } from './map-stop.ts'
import { StreetCityMap } from './street-city-map.tsx'
import { StreetMap } from './street-map.tsx'
import { StreetPinMap } from './street-pin-map.tsx'

afterEach(cleanup)

/** A degree is 10,000 pixels at zoom 12; north is up. */
function paper() {
  const state = { zoom: 12 }
  const rests = new Set<() => void>()
  const clicks = new Set<(place: { lat: number; lng: number }) => void>()
  const handle: MapHandle = {
    project: ({ lat, lng }) => ({ x: (lng + 105) * 10_000, y: (40 - lat) * 10_000 }),
    unproject: ({ x, y }) => ({ lat: 40 - y / 10_000, lng: x / 10_000 - 105 }),
    zoom: () => state.zoom,
    fit: vi.fn<MapHandle['fit']>(),
    zoomBy: (steps) => {
      state.zoom += steps
      for (const listener of rests) listener()
    },
    drawLine: vi.fn<MapHandle['drawLine']>(),
    onMove: () => () => {},
    onRest: (listener) => {
      rests.add(listener)
      return () => rests.delete(listener)
    },
    onClick: (listener) => {
      clicks.add(listener)
      return () => clicks.delete(listener)
    },
    remove: vi.fn<MapHandle['remove']>(),
  }
  const create: CreateMap = (_element, { onReady }) => {
    queueMicrotask(() => onReady(handle))
    return handle
  }
  return {
    handle,
    create,
    tap: (place: { lat: number; lng: number }) => clicks.forEach((click) => click(place)),
  }
}

const stops: MapStop[] = [
  { id: 'a', place: { lat: 39.7392, lng: -104.9903 }, label: 'Larimer' },
  { id: 'b', place: { lat: 39.75, lng: -104.98 }, label: 'Welton' },
  { id: 'c', place: { lat: 39.75, lng: -104.98 }, label: 'Welton, unit 2' },
]
const life = { isReady: true, onReady: () => {}, onFail: () => {} }
const pins = () => within(screen.getByRole('list', { name: /^Places on the map/ })).getAllByRole('button')

async function show(element: React.ReactElement) {
  await loadAreas(['maps'])
  const view = render(element)
  await act(async () => {})
  return view
}

test('stops of a route have their numbers, a line, and keep apart', async () => {
  const { create, handle } = paper()
  await show(<StreetMap stops={stops} base={{ lat: 39.7, lng: -105 }} isRoute create={create} {...life} />)
  expect(pins().map((pin) => pin.getAttribute('aria-label'))).toEqual([
    '1. Larimer',
    '2. Welton',
    '3. Welton, unit 2',
  ])
  expect(screen.getByRole('img', { name: 'Where the day starts' })).toBeTruthy()
  expect(handle.drawLine).toHaveBeenLastCalledWith([
    { lat: 39.7, lng: -105 },
    ...stops.map(({ place }) => place),
  ])
})

test('places come together; a cluster is looked at from near, and one spot is a list', async () => {
  const { create, handle } = paper()
  const chosen: string[] = []
  const onSelect = (id: string) => chosen.push(id)
  await show(<StreetMap stops={stops} isRoute={false} onSelect={onSelect} create={create} {...life} />)
  expect(handle.drawLine).toHaveBeenLastCalledWith([])
  expect(pins().map((pin) => pin.getAttribute('aria-label'))).toEqual(['Larimer', '2 places: zoom in'])
  fireEvent.click(pins()[1]!)
  const list = screen.getByRole('region', { name: 'All at this spot' })
  fireEvent.click(within(list).getByRole('button', { name: 'Welton, unit 2' }))
  expect(chosen).toEqual(['c'])
  for (let step = 0; step < 5; step++) fireEvent.click(screen.getByRole('button', { name: 'Zoom out' }))
  fireEvent.click(pins()[0]!)
  expect(pins()).toHaveLength(1)
  expect(handle.fit).toHaveBeenLastCalledWith(stops.map(({ place }) => place))
})

test('one pin is a stop of the Tab key, and arrows walk to the others and around', async () => {
  const { create } = paper()
  await show(<StreetMap stops={stops} isRoute create={create} {...life} />)
  expect(pins().map((pin) => pin.tabIndex)).toEqual([0, -1, -1])
  pins()[0]!.focus()
  fireEvent.keyDown(pins()[0]!, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(pins()[1])
  fireEvent.keyDown(pins()[1]!, { key: 'ArrowLeft' })
  fireEvent.keyDown(pins()[0]!, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(pins()[2])
})

test('the way of a crew is drawn along streets where the house has a router', async () => {
  const streets = [stops[0]!.place, { lat: 39.745, lng: -104.99 }, stops[1]!.place]
  const answers: Record<string, unknown> = {
    '/api/config': { map: { styleUrl: null, tilesUrl: null, hasDrivenLines: true } },
    '/api/drive-line': { line: streets },
  }
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url]))
  const { create, handle } = paper()
  await show(<StreetMap stops={stops} isRoute isDriven create={create} {...life} />)
  await vi.waitFor(() => expect(handle.drawLine).toHaveBeenLastCalledWith(streets), { timeout: 10_000 })
  vi.unstubAllGlobals()
})

const city = {
  places: stops,
  route: null,
  movers: [{ id: 'ana', place: { lat: 39.72, lng: -105 }, label: 'Ana, on the way' }],
  onSelect: vi.fn<(id: string) => void>(),
  onSelectMover: vi.fn<(id: string) => void>(),
  texts: { map: 'City', places: 'Open', route: 'Stops of Ana', movers: 'Crews', cluster: String },
}

test('the way of the crew on a board is drawn along streets, too', async () => {
  const [from, to] = [stops[0]!, stops[1]!]
  const streets = [from.place, { lat: 39.746, lng: -104.99 }, to.place]
  const answers: Record<string, unknown> = {
    '/api/config': { map: { styleUrl: null, tilesUrl: null, hasDrivenLines: true } },
    '/api/dispatch-line': { line: streets },
  }
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url]))
  const { create, handle } = paper()
  const route = { id: 'ana 1', stops: [from, to] }
  await show(<StreetCityMap {...city} route={route} create={create} {...life} />)
  await vi.waitFor(() => expect(handle.drawLine).toHaveBeenLastCalledWith(streets), { timeout: 10_000 })
  vi.unstubAllGlobals()
})

test('a map that cannot be drawn after all says so, and is taken away', async () => {
  const onFail = vi.fn<() => void>()
  const create: CreateMap = () => {
    throw new Error('no WebGL')
  }
  await show(<StreetMap stops={stops} isRoute create={create} {...life} onFail={onFail} />)
  expect(onFail).toHaveBeenCalledOnce()
})

test('a pin is moved by arrows, by dragging and by a tap on the map', async () => {
  const { create, tap } = paper()
  const moves: unknown[] = []
  const pin = {
    place: { lat: 39.7392, lng: -104.9903 },
    label: 'Here',
    onMove: (at: unknown) => moves.push(at),
  }
  await show(<StreetPinMap {...pin} create={create} {...life} />)
  const handle = screen.getByRole('button', { name: /^Pin\./ })
  fireEvent.keyDown(handle, { key: 'ArrowUp' })
  expect(moves.at(-1)).toEqual({ lat: 39.7398, lng: -104.9903 })
  handle.setPointerCapture = () => {}
  fireEvent.pointerDown(handle, { clientX: 100, clientY: 100, pointerId: 1 })
  fireEvent.pointerMove(handle, { clientX: 120, clientY: 90, pointerId: 1 })
  fireEvent.pointerUp(handle, { clientX: 120, clientY: 90, pointerId: 1 })
  expect(moves.at(-1)).toEqual({ lat: 39.7402, lng: -104.9883 })
  act(() => tap({ lat: 39.7, lng: -105 }))
  expect(moves.at(-1)).toEqual({ lat: 39.7, lng: -105 })
  expect(moves).toHaveLength(3)
})

const buttonsOf = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('button')

test('a city has its places in clusters, one route with its line, and who is on the way', async () => {
  const { create, handle } = paper()
  const view = await show(<StreetCityMap {...city} create={create} {...life} />)
  expect(buttonsOf('Open')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Ana, on the way' }))
  expect(city.onSelectMover).toHaveBeenLastCalledWith('ana')
  expect(handle.fit).not.toHaveBeenCalled()
  const base = { lat: 39.7, lng: -105 }
  const route = { id: 'ana 1', base, stops: [stops[1]!, stops[0]!] }
  const chosen = <StreetCityMap {...city} route={route} activeMoverId="ana" create={create} {...life} />
  view.rerender(chosen)
  const line = [base, stops[1]!.place, stops[0]!.place]
  expect(handle.drawLine).toHaveBeenLastCalledWith(line)
  expect(handle.fit).toHaveBeenLastCalledWith(line)
  expect(buttonsOf('Stops of Ana').map((pin) => pin.getAttribute('aria-label'))).toEqual([
    '1. Welton',
    '2. Larimer',
  ])
  expect(screen.getByRole('button', { name: 'Ana, on the way' }).getAttribute('aria-current')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: '2. Larimer' }))
  expect(city.onSelect).toHaveBeenLastCalledWith('a')
  // The crew drives on: the map stays where somebody looks.
  view.rerender(<StreetCityMap {...city} route={{ ...route }} create={create} {...life} />)
  expect(handle.fit).toHaveBeenCalledTimes(1)
})
