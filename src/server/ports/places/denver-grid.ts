/**
 * Denver's street grid as arithmetic: named streets run north–south and are counted in blocks east or west of
 * Broadway, avenues run east–west and are counted north or south of Ellsworth Avenue. House numbers are a hundred a
 * block, so an address is a point. Approximated: anchors are surveyed crossings, everything between is interpolated,
 * and the slanted streets of downtown are left out.
 */
import type { LatLng } from '#domain/geo.ts'

/** Runs along one block line; its house numbers count along the other axis. */
export type GridStreet = {
  readonly name: string
  readonly suffix: 'St' | 'Ave' | 'Blvd' | 'Dr' | 'Pkwy' | 'Rd' | 'Way'
  readonly runs: 'north_south' | 'east_west'
  /** Signed blocks from Broadway (east positive) or from Ellsworth Avenue (north positive). */
  readonly block: number
}

/** [block, degrees], ascending. */
type Anchors = readonly (readonly [number, number])[]

const LONGITUDES: Anchors = [
  [-52, -105.0532],
  [-30, -105.025],
  [-25, -105.0157],
  [-10, -104.9999],
  [0, -104.9873],
  [12, -104.9734],
  [23, -104.9596],
  [40, -104.9407],
  [65, -104.9127],
  [72, -104.9034],
  [88, -104.885],
  [105, -104.8659],
  [121, -104.8472],
  [154, -104.8097],
  [184, -104.7722],
]
const LATITUDES: Anchors = [
  [-35, 39.653],
  [-27, 39.6676],
  [-21, 39.6784],
  [-11, 39.6966],
  [-3, 39.7111],
  [0, 39.7166],
  [6, 39.7257],
  [15, 39.7401],
  [26, 39.7546],
  [38, 39.7695],
  [48, 39.7839],
  [56, 39.7984],
]

const EAST_STREETS =
  'Broadway,Lincoln,Sherman,Grant,Logan,Pennsylvania,Pearl,Washington,Clarkson,Emerson,Ogden,Corona,Downing,Marion,Lafayette,Humboldt,Franklin,Gilpin,Williams,High,Race,Vine,Gaylord,York,Josephine,Columbine,Elizabeth,Clayton,Detroit,Fillmore,Milwaukee,Saint Paul,Steele,Adams,Cook,Madison,Monroe,Garfield,Jackson,Harrison,Colorado Blvd,Albion,Ash,Bellaire,Birch,Clermont,Cherry,Dexter,Dahlia,Elm,Eudora,Forest,Fairfax,Glencoe,Grape,Hudson,Holly,Ivy,Ivanhoe,Jasmine,Jersey,Krameria,Kearney,Leyden,Locust,Monaco Pkwy,Magnolia,Niagara,Newport,Oneida,Olive,Pontiac,Quebec,Quince,Roslyn,Rosemary,Spruce,Syracuse,Tamarac,Trenton,Uinta,Ulster,Valentia,Verbena,Willow,Wabash,Xenia,Xanthia,Yosemite'
const WEST_STREETS =
  ',Acoma,Bannock,Cherokee,Delaware,Elati,Fox,Galapago,Santa Fe Dr,Inca,Kalamath,Lipan,Mariposa,Navajo,Osage,Pecos,Quivas,Raritan,Shoshone,Tejon,Umatilla,Vallejo,Wyandot,,,Zuni,Alcott,Bryant,Clay,Eliot,Federal Blvd,Grove,Hooker,Irving,Julian,King,Knox,Lowell Blvd,Meade,Newton,Osceola,Perry,Quitman,Raleigh,Stuart,Tennyson,Utica,Vrain,Winona,Wolff,Xavier,Yates,Sheridan Blvd'
const FAR_EAST_STREETS: readonly (readonly [string, number])[] = [
  ['Havana', 105],
  ['Peoria', 121],
  ['Chambers Rd', 154],
  ['Tower Rd', 184],
]
const SOUTH_AVENUES =
  'Ellsworth,Bayaud,Cedar,Alameda,Dakota,Virginia,Center,Exposition,Ohio,Kentucky,Tennessee,Mississippi,Arizona,Louisiana,Arkansas,Florida,Iowa,Mexico,Colorado,Jewell,Asbury,Evans,Warren,Iliff,Wesley,Harvard,Vassar,Yale,Amherst,Bates,Cornell,Dartmouth,Eastman,Floyd,Girard,Hampden'
const LAST_NUMBERED_AVENUE = 56
const SUFFIXES = ['Blvd', 'Dr', 'Pkwy', 'Rd'] as const
const ENDINGS: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' }

/** Where house numbers end in each direction, in blocks. */
export const GRID_EXTENT = { north: 56, south: 35, east: 184, west: 52 } as const

export const GRID_STREETS: readonly GridStreet[] = [
  ...EAST_STREETS.split(',').map((name, block) => toStreet(name, block)),
  ...FAR_EAST_STREETS.map(([name, block]) => toStreet(name, block)),
  ...WEST_STREETS.split(',').flatMap((name, block) => (name === '' ? [] : [toStreet(name, -block)])),
  ...SOUTH_AVENUES.split(',').map((name, block) => toAvenue(name, block === 0 ? 0 : -block)),
  ...Array.from({ length: LAST_NUMBERED_AVENUE }, (_, index) =>
    toAvenue(index + 1 === 15 ? 'Colfax' : ordinal(index + 1), index + 1),
  ),
]

/** The point of a signed house number on a street: `number / 100` blocks along it. */
export function pointOnStreet(street: GridStreet, blocksAlong: number): LatLng {
  return street.runs === 'north_south'
    ? { lat: degreesAt(LATITUDES, blocksAlong), lng: degreesAt(LONGITUDES, street.block) }
    : { lat: degreesAt(LATITUDES, street.block), lng: degreesAt(LONGITUDES, blocksAlong) }
}

/** Blocks north of Ellsworth and east of Broadway, with fractions. */
export function blocksOf(at: LatLng): { north: number; east: number } {
  return { north: blockAt(LATITUDES, at.lat), east: blockAt(LONGITUDES, at.lng) }
}

function toStreet(name: string, block: number): GridStreet {
  const suffix = SUFFIXES.find((each) => name.endsWith(` ${each}`))
  const plain = suffix === undefined ? name : name.slice(0, -suffix.length - 1)
  return { name: plain, suffix: suffix ?? 'St', runs: 'north_south', block }
}

function toAvenue(name: string, block: number): GridStreet {
  return { name, suffix: 'Ave', runs: 'east_west', block }
}

function ordinal(count: number): string {
  const isTeen = count % 100 >= 11 && count % 100 <= 13
  const ending = isTeen ? 'th' : (ENDINGS[count % 10] ?? 'th')
  return `${count}${ending}`
}

function degreesAt(anchors: Anchors, block: number): number {
  const [from, to] = segment(anchors, (anchor) => anchor[0] <= block)
  return from[1] + ((block - from[0]) * (to[1] - from[1])) / (to[0] - from[0])
}

function blockAt(anchors: Anchors, degrees: number): number {
  const [from, to] = segment(anchors, (anchor) => anchor[1] <= degrees)
  return from[0] + ((degrees - from[1]) * (to[0] - from[0])) / (to[1] - from[1])
}

/** The two anchors around a value; outside all of them the outermost two, so that the line goes on. */
function segment(anchors: Anchors, isBefore: (anchor: Anchors[number]) => boolean) {
  const last = anchors.findLastIndex(isBefore)
  const start = Math.min(Math.max(last, 0), anchors.length - 2)
  return [anchors[start]!, anchors[start + 1]!] as const
}
