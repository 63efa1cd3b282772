/** Texts about the device that the pages run on. */
import { plural } from '#domain/plural.ts'

export const device = {
  display: {
    title: 'Display',
    body: 'For this device only.',
    density: 'Density',
    auto: 'Automatic',
    comfortable: 'Comfortable',
    compact: 'Compact',
    motion: 'Motion',
    motionHint: 'Off also when your device asks for less motion.',
    keys: 'Keyboard shortcuts',
    on: 'On',
    off: 'Off',
    queueKeys: [
      { key: 'x', does: 'Select the row' },
      { key: 'Shift x', does: 'Select up to the row' },
      { key: 'e', does: 'Look after the row' },
    ],
    keyList: [
      { key: 'j', does: 'Next row' },
      { key: 'k', does: 'Row before' },
      { key: 'Enter', does: 'Open the row' },
      { key: 'Esc', does: 'Close what is open' },
      { key: '/', does: 'Go to the search' },
      { key: '?', does: 'Show this' },
    ],
  },
  notNow: 'Not now',
  install: {
    title: 'Add Crew to your home screen',
    body: 'It opens like an app, and also without a connection.',
    hint: 'Tap the share button of your browser, then “Add to Home Screen”. An iPhone or iPad forgets what a page keeps after 7 days without a visit; an app on the home screen keeps it.',
    act: 'Install',
  },
  push: {
    title: 'Get notifications on this device',
    body: 'When a crew is on the way, a job changes or something needs you.',
    isOn: 'This device gets notifications.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    failed: 'We couldn’t change notifications. Try again.',
  },
}

/** Of maps with streets: they come when a map is seen, as the others when something is offered. */
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
