/**
 * Streets from an archive of vector tiles, as calm as our own. Two schemas are known, that of Protomaps and that of
 * OpenMapTiles; which one an archive follows is seen by the layers that it says it has.
 */
import { addProtocol, type ExpressionSpecification, type StyleSpecification } from 'maplibre-gl'
import { PMTiles, Protocol } from 'pmtiles'
import type { Palette } from './own-style.ts'
import { FONTS } from './own-style.ts'

type Layers = StyleSpecification['layers']
type Metadata = { attribution?: string; vector_layers?: { id: string }[] }

const SOURCE = 'tiles'
/** What each schema calls the same things: layers, and the kinds in them. */
const PROTOMAPS = {
  green: [
    ['landuse', 'kind', ['park', 'nature_reserve', 'cemetery', 'golf_course', 'grass', 'forest', 'wood']],
  ],
  water: 'water',
  roads: 'roads',
  kind: 'kind',
  long: ['highway', 'major_road'],
  names: 'roads',
  places: 'places',
} as const
const OPEN_MAP_TILES = {
  green: [
    ['landcover', 'class', ['grass', 'wood']],
    ['park', 'class', ['public_park', 'park', 'nature_reserve']],
  ],
  water: 'water',
  roads: 'transportation',
  kind: 'class',
  long: ['motorway', 'trunk', 'primary', 'secondary'],
  names: 'transportation_name',
  places: 'place',
} as const
type Schema = typeof PROTOMAPS | typeof OPEN_MAP_TILES

const protocol = new Protocol()
const known: { isAdded?: true } = {}

/** Rejects when the archive does not come, or holds no streets that we know. */
export async function loadTilesStyle(url: string, palette: Palette): Promise<StyleSpecification> {
  const archive = protocol.get(url) ?? new PMTiles(url)
  const { attribution = '© OpenStreetMap', vector_layers: layers = [] } = await readMetadata(archive)
  const has = (id: string) => layers.some((layer) => layer.id === id)
  const schema = [PROTOMAPS, OPEN_MAP_TILES].find(({ roads }) => has(roads))
  if (schema === undefined)
    throw new Error(`no streets that we know: ${layers.map(({ id }) => id).join(', ')}`)
  protocol.add(archive)
  if (!known.isAdded) addProtocol('pmtiles', protocol.tile)
  known.isAdded = true
  return {
    version: 8,
    sources: { [SOURCE]: { type: 'vector', url: `pmtiles://${url}`, attribution } },
    layers: layersOf(schema, palette).filter(
      (layer) => !('source-layer' in layer) || has(layer['source-layer'] ?? ''),
    ),
  }
}

async function readMetadata(archive: PMTiles): Promise<Metadata> {
  const said = await archive.getMetadata()
  return typeof said === 'object' && said !== null ? said : {}
}

function layersOf(schema: Schema, palette: Palette): Layers {
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': palette.sunken } },
    ...schema.green.map(([layer, kind, kinds], index): Layers[number] => ({
      id: `green-${index}`,
      type: 'fill',
      source: SOURCE,
      'source-layer': layer,
      filter: isOneOf(kind, kinds),
      paint: { 'fill-color': palette.green },
    })),
    {
      id: 'water',
      type: 'fill',
      source: SOURCE,
      'source-layer': schema.water,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': palette.water },
    },
    street(schema, { id: 'street-edges', colour: palette.edge, more: 2 }),
    street(schema, { id: 'streets', colour: palette.street, more: 0 }),
    {
      id: 'street-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': schema.names,
      minzoom: 12,
      layout: { 'symbol-placement': 'line', ...nameOf(11) },
      paint: nameColours(palette),
    },
    {
      id: 'places',
      type: 'symbol',
      source: SOURCE,
      'source-layer': schema.places,
      maxzoom: 14,
      layout: nameOf(13),
      paint: nameColours(palette),
    },
  ]
}

type Street = { id: string; colour: string; more: number }

function street(schema: Schema, { id, colour, more }: Street): Layers[number] {
  const wide = (long: number, short: number): ExpressionSpecification => [
    'case',
    isOneOf(schema.kind, schema.long),
    long + more,
    short + more,
  ]
  return {
    id,
    type: 'line',
    source: SOURCE,
    'source-layer': schema.roads,
    filter: ['!', isOneOf(schema.kind, ['rail', 'ferry', 'path', 'transit'])],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': colour,
      'line-width': [
        'interpolate',
        ['exponential', 1.5],
        ['zoom'],
        9,
        wide(1, 0.2),
        13,
        wide(4, 1.5),
        17,
        wide(16, 9),
      ],
    },
  }
}

function isOneOf(property: string, values: readonly string[]): ExpressionSpecification {
  return ['in', ['get', property], ['literal', [...values]]]
}

function nameOf(size: number) {
  const name: ExpressionSpecification = ['get', 'name']
  return { 'text-field': name, 'text-font': FONTS, 'text-size': size }
}

function nameColours(palette: Palette) {
  return { 'text-color': palette.muted, 'text-halo-color': palette.street, 'text-halo-width': 1.5 }
}
