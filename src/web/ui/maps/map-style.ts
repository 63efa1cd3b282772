/** Which streets this house shows: a style of its operators, their tiles, or those that come with the pages. */
import type { StyleSpecification } from 'maplibre-gl'
import type { LatLng } from '#domain/geo.ts'
import { call, type Reply } from '#web/api.ts'
import { loadOwnStyle, type Palette } from './own-style.ts'

export async function loadStyle(palette: Palette): Promise<StyleSpecification | string> {
  const { styleUrl, tilesUrl } = await readChoice()
  if (styleUrl !== null) return styleUrl
  if (tilesUrl === null) return loadOwnStyle(palette)
  const { loadTilesStyle } = await import('./tiles-style.ts')
  return loadTilesStyle(new URL(tilesUrl, location.href).href, palette).catch(() => loadOwnStyle(palette))
}

type Choice = Reply<'GET /api/config'>['map']

const known: { choice?: Choice } = {}

/** Whose way it is to whoever looks: a crew's own, or on the board of operators that of a crew. */
export type Driving = 'POST /api/drive-line' | 'POST /api/dispatch-line'

/** Along the streets where this house has a router; straight otherwise. */
export async function readDrivenLine(places: readonly LatLng[], ask: Driving): Promise<readonly LatLng[]> {
  if (places.length < 2 || !(await readChoice()).hasDrivenLines) return places
  const driven = await call(ask, { body: { places: [...places] } }).catch(() => null)
  return driven?.line ?? places
}

/** Without an answer, as without a connection, our own streets do. */
async function readChoice(): Promise<Choice> {
  if (known.choice) return known.choice
  const config = await call('GET /api/config').catch(() => null)
  if (config === null) return { styleUrl: null, tilesUrl: null, hasDrivenLines: false }
  known.choice = config.map
  return config.map
}
