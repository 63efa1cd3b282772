/** What is wrong with a drawn or pasted area, and what to do about it in words. */
import { catalogue } from '../catalogue.ts'
import type { LatLng } from '../geo.ts'

export type AreaFault =
  | { readonly fault: 'not_geojson' }
  | { readonly fault: 'no_polygon' }
  | { readonly fault: 'too_few_corners' }
  | { readonly fault: 'too_many_corners' }
  | { readonly fault: 'off_the_globe' }
  | { readonly fault: 'across_the_antimeridian' }
  | { readonly fault: 'too_large' }
  | { readonly fault: 'no_size' }
  /** Where two lines of a ring meet. */
  | { readonly fault: 'crosses_itself'; readonly at: LatLng }
  | { readonly fault: 'hole_outside'; readonly at: LatLng }
  | { readonly fault: 'parts_overlap'; readonly at: LatLng }

export const MOST_CORNERS = 2_000
/** A city with all that belongs to it; a state is some markets. */
export const WIDEST_DEGREES = 8

const place = ({ lat, lng }: LatLng) => `${lat.toFixed(4)}, ${lng.toFixed(4)}`

export const areaTexts = catalogue({
  en: {
    not_geojson: 'This is not GeoJSON. Paste a Polygon, a MultiPolygon or a Feature with one of them.',
    no_polygon: 'Draw an area of at least three corners.',
    too_few_corners: 'Each part needs at least three different corners. Add one, or remove the part.',
    too_many_corners: `Use at most ${MOST_CORNERS.toLocaleString('en')} corners. Simplify the shape first.`,
    off_the_globe:
      'A corner is not on the globe. GeoJSON gives the longitude first: from -180 to 180, then the latitude from -90 to 90.',
    across_the_antimeridian: 'An area can’t cross the 180th meridian. Make a city for each side.',
    too_large: `An area is at most ${WIDEST_DEGREES} degrees wide and high. Make several cities of it.`,
    no_size: 'The corners lie on one line. Move one of them, so that there is an area between them.',
    crosses_itself: (at: LatLng) => `The border crosses itself near ${place(at)}. Move a corner there.`,
    hole_outside: (at: LatLng) => `The hole near ${place(at)} is not inside its part. Move or remove it.`,
    parts_overlap: (at: LatLng) =>
      `Two parts overlap near ${place(at)}. Make one of them, or move them apart.`,
    overlaps: (market: string, at: LatLng) =>
      `This overlaps ${market} near ${place(at)}. Move the border here, or change ${market} first.`,
  },
  es: {
    not_geojson: 'Esto no es GeoJSON. Pega un Polygon, un MultiPolygon o un Feature con uno de ellos.',
    no_polygon: 'Dibuja un área de al menos tres esquinas.',
    too_few_corners: 'Cada parte necesita al menos tres esquinas distintas. Agrega una o quita la parte.',
    too_many_corners: `Usa como máximo ${MOST_CORNERS.toLocaleString('es-US')} esquinas. Simplifica antes la forma.`,
    off_the_globe:
      'Una esquina no está en el globo. GeoJSON da primero la longitud, de -180 a 180, y luego la latitud, de -90 a 90.',
    across_the_antimeridian: 'Un área no puede cruzar el meridiano 180. Crea una ciudad para cada lado.',
    too_large: `Un área mide como máximo ${WIDEST_DEGREES} grados de ancho y de alto. Divídela en varias ciudades.`,
    no_size: 'Las esquinas están en una sola línea. Mueve una para que haya un área entre ellas.',
    crosses_itself: (at) => `El borde se cruza consigo mismo cerca de ${place(at)}. Mueve una esquina allí.`,
    hole_outside: (at) => `El hueco cerca de ${place(at)} no está dentro de su parte. Muévelo o quítalo.`,
    parts_overlap: (at) => `Dos partes se superponen cerca de ${place(at)}. Únelas o sepáralas.`,
    overlaps: (market, at) =>
      `Se superpone con ${market} cerca de ${place(at)}. Mueve el borde aquí o cambia antes ${market}.`,
  },
})

/** What is wrong, in words. */
export function areaSentence(texts: (typeof areaTexts)['en'], fault: AreaFault): string {
  switch (fault.fault) {
    case 'crosses_itself':
    case 'hole_outside':
    case 'parts_overlap':
      return texts[fault.fault](fault.at)
    default:
      return texts[fault.fault]
  }
}
