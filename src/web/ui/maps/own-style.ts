/**
 * The map that needs nobody: Denver's main streets with their names, in the colours of the page. Letters are drawn by
 * the browser from its own fonts (a style without `glyphs`), so no server of fonts is asked.
 */
import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl'
import { type Position, straightened } from './straight-streets.ts'

const STREETS_URL = new URL('../../../../data/denver/main-streets.geojson', import.meta.url).href
const ATTRIBUTION = 'RTD Denver'
/** As far as bus stops stand from the middle of a street. */
const ZIGZAG_FEET = 220
export const FONTS = ['system-ui', 'Segoe UI', 'Roboto', 'Arial', 'sans-serif']
/** Longer streets are known to everybody, and show before the others. */
const LONG_METRES = 6_000

type Street = {
  type: 'Feature'
  properties: { name: string; metres: number }
  geometry: { type: 'LineString'; coordinates: Position[] }
}
type Streets = { type: 'FeatureCollection'; features: Street[] }

export async function loadOwnStyle(palette: Palette): Promise<StyleSpecification> {
  const data = await readStreets()
  return {
    version: 8,
    sources: { streets: { type: 'geojson', data, attribution: ATTRIBUTION } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': palette.sunken } },
      ...streetLayers(palette),
    ],
  }
}

function streetLayers(palette: Palette): StyleSpecification['layers'] {
  const source = 'streets'
  const isLong: ExpressionSpecification = ['>=', ['get', 'metres'], LONG_METRES]
  return [
    {
      id: 'street-edges',
      type: 'line',
      source,
      layout: ROUND,
      paint: { 'line-color': palette.edge, 'line-width': widthOf(3) },
    },
    {
      id: 'streets',
      type: 'line',
      source,
      layout: ROUND,
      paint: { 'line-color': palette.street, 'line-width': widthOf(0) },
    },
    {
      id: 'street-names',
      type: 'symbol',
      source,
      // Names of short streets come when there is room for them.
      filter: ['any', isLong, ['>=', ['zoom'], 12]],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 260,
        'text-field': ['get', 'name'],
        'text-font': FONTS,
        'text-size': ['interpolate', ['linear'], ['zoom'], 10, 10, 15, 13],
        'text-padding': 6,
        'symbol-sort-key': ['-', ['get', 'metres']],
      },
      paint: { 'text-color': palette.muted, 'text-halo-color': palette.street, 'text-halo-width': 1.5 },
    },
  ]
}

const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const

/** Long streets are wider; `more` is the edge on both sides together. */
function widthOf(more: number): ExpressionSpecification {
  const wide = (long: number, short: number): ExpressionSpecification => [
    'case',
    ['>=', ['get', 'metres'], LONG_METRES],
    long + more,
    short + more,
  ]
  return ['interpolate', ['exponential', 1.5], ['zoom'], 9, wide(1.2, 0.6), 13, wide(5, 3), 17, wide(16, 11)]
}

let streets: Promise<Streets> | undefined

/** Once for a page; what did not come is asked for again. */
function readStreets(): Promise<Streets> {
  streets ??= fetchStreets().catch((error: unknown) => {
    streets = undefined
    throw error
  })
  return streets
}

async function fetchStreets(): Promise<Streets> {
  const response = await fetch(STREETS_URL)
  if (!response.ok) throw new Error(`the streets did not come: ${response.status}`)
  const drawn: Streets = await response.json()
  return {
    ...drawn,
    features: drawn.features.map(({ geometry, ...street }) => ({
      ...street,
      geometry: { ...geometry, coordinates: straightened(geometry.coordinates, ZIGZAG_FEET) },
    })),
  }
}

/** The page's colours as WebGL takes them: whatever notation the stylesheet uses, a pixel of it is red, green, blue. */
export type Palette = ReturnType<typeof readPalette>

export function readPalette() {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => asRgb(style.getPropertyValue(`--${name}`))
  const isNight = matchMedia('(prefers-color-scheme: dark)').matches
  return {
    // By day streets are light with an edge; by night they are the light, and an edge would make two of each.
    street: colour(isNight ? 'line' : 'card'),
    edge: colour(isNight ? 'sunken' : 'line'),
    sunken: colour('sunken'),
    card: colour('card'),
    muted: colour('muted'),
    accent: colour('accent'),
    green: colour('accent-soft'),
    water: colour('info-soft'),
  }
}

function asRgb(colour: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d')
  if (context === null) return '#808080'
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
