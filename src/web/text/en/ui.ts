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
  somethingWrong: 'Something went wrong. Try again.',
  later: {
    title: 'Waiting for a connection',
    body: 'This isn’t on your device yet. It loads as soon as you’re back online.',
  },
  cannotLoad: 'We couldn’t load this',
  checkConnection: 'Check your connection and try again.',
  form: {
    required: 'Fill this in.',
    email: 'Enter an email like name@example.com.',
    phone: 'Enter a phone number with 10 digits.',
    number: 'Enter a number.',
    tooShort: (least: number) => `Use at least ${least} characters.`,
    fixFields: 'Check the marked fields.',
  },
  password: { show: 'Show password', hide: 'Hide password' },
  stepper: { less: 'Less', more: 'More' },
  files: {
    choose: 'Choose a file',
    drop: 'or drop it here',
    several: 'Choose files',
    tooLarge: (name: string) => `${name} is too large.`,
    wrongKind: (name: string) => `We can’t use ${name} here. Choose another kind of file.`,
  },
  steps: (step: number, count: number) => `Step ${step} of ${count}`,
  table: {
    sortBy: (column: string) => `Sort by ${column}`,
    width: (column: string) => `Width of ${column}`,
  },
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
