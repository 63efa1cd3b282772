/** Textos de los mapas con calles. */
import { plural } from '#domain/plural.ts'

export const maps = {
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  showAll: 'Mostrar todo',
  pins: 'Lugares del mapa. Las flechas llevan de uno al siguiente.',
  start: 'Donde empieza el día',
  cluster: (places: number) =>
    plural.es(places, { one: '1 lugar: acercar', other: (n) => `${n} lugares: acercar` }),
  sameSpot: 'Todos en este punto',
  close: 'Cerrar la lista',
  attribution: 'Fuentes de este mapa',
  scrollToZoom: (key: string) => `Usa ${key} y la rueda para acercar el mapa`,
  twoFingers: 'Usa dos dedos para mover el mapa',
  pin: 'Marcador. Arrástralo al punto exacto o muévelo con las flechas.',
  dragPin: 'Arrastra el marcador al punto exacto o toca el mapa.',
  tapMap: 'Toca el mapa donde está.',
}
