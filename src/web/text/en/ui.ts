/** Texts of the design system: what every button, field and list says by itself. */
import { plural } from '#domain/plural.ts'

export const ui = {
  back: 'Back',
  startOver: 'Start over',
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
  loading: 'Loading…',
  menu: 'Menu',
  more: 'More',
  ok: 'OK',
  optional: 'optional',
  remove: (what: string) => `Remove ${what}`,
  retry: 'Try again',
  search: 'Search',
  undo: 'Undo',
  working: 'Working…',
  opensOutside: 'opens another site',
  notifications: 'Messages',
  somethingWrong: 'Something went wrong.',
  later: {
    title: 'Waiting for a connection',
    body: 'This is not on your device yet. It comes as soon as you are online again.',
  },
  cannotLoad: 'This could not be loaded.',
  checkConnection: 'Check your connection and try again.',
  form: {
    required: 'Fill this in.',
    email: 'This does not look like an email address.',
    phone: 'A phone number has ten digits.',
    number: 'This is not a number we can use.',
    tooShort: (least: number) => `Use at least ${least} characters.`,
    fixFields: 'Look at the marked fields.',
  },
  password: { show: 'Show password', hide: 'Hide password' },
  stepper: { less: 'Less', more: 'More' },
  files: {
    choose: 'Choose a file',
    drop: 'or drop it here',
    several: 'Choose files',
    tooLarge: (name: string) => `${name} is too large.`,
    wrongKind: (name: string) => `${name} is not a kind of file we take here.`,
  },
  steps: (step: number, count: number) => `Step ${step} of ${count}`,
  table: { sortBy: (column: string) => `Sort by ${column}` },
  map: {
    label: (stops: number) =>
      plural.en(stops, { one: 'Map with one stop', other: (n) => `Map with ${n} stops` }),
    base: 'Start',
    stopList: 'Stops in order',
  },
  photos: { open: (index: number, count: number) => `Open photo ${index} of ${count}` },
  weekdays: {
    group: 'Weekdays',
    long: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    short: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  },
  minutes: (minutes: number) => {
    const hours = Math.floor(minutes / 60)
    const rest = Math.round(minutes % 60)
    if (hours === 0) return `${rest} min`
    return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
  },
  today: 'Today',
  tomorrow: 'Tomorrow',
  yesterday: 'Yesterday',
}
