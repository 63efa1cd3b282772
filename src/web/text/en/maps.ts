/** Texts of maps with streets. */
import { plural } from '#domain/plural.ts'

export const maps = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show everything',
  pins: 'Places on the map. Arrow keys walk from one to the next.',
  start: 'Where the day starts',
  cluster: (places: number) =>
    plural.en(places, { one: '1 place: zoom in', other: (n) => `${n} places: zoom in` }),
  sameSpot: 'All at this spot',
  close: 'Close the list',
  attribution: 'Sources of this map',
  scrollToZoom: (key: string) => `Use ${key} and the wheel to zoom the map`,
  twoFingers: 'Use two fingers to move the map',
  pin: 'Pin. Drag it to the right spot, or move it with the arrow keys.',
  dragPin: 'Drag the pin to the right spot, or tap the map.',
  tapMap: 'Tap the map where it is.',
}
