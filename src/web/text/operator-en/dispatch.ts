/** Words of the board of dispatchers. */
import { plural } from '#domain/plural.ts'

type Stop = { place: string; service: string; times: string; state: string; late: string }
type Over = { crew: string; place: number; of: number; time: string }

export const dispatch = {
  title: 'Dispatch',
  day: 'Day',
  week: 'Week',
  today: 'Today',
  earlier: 'Earlier',
  later: 'Later',
  zoomIn: 'Closer',
  zoomOut: 'Farther',
  cut: 'There are more visits than fit on one screen. Look at single days.',
  crews: 'Crews',
  lanes: 'Crews and their stops',
  noStops: 'No crew has anything to do',
  clockChange: (hours: number) => `${hours} hours, the clocks change`,
  tray: 'Without a crew',
  trayNone: 'Every visit has a crew.',
  anytime: 'Anytime',
  noPrice: 'No price',
  frozen: 'Frozen',
  free: 'Nothing yet',
  stops: (count: number) => plural.en(count, { one: '1 stop', other: (n) => `${n} stops` }),
  over: (time: string) => `${time} over`,
  late: (time: string) => `${time} late`,
  predicted: (count: number, time: string) =>
    plural.en(count, { one: `${time} late`, other: (n) => `${n} late, up to ${time}` }),
  map: {
    show: 'Map',
    onMap: 'Show on the map',
    title: 'Map of the day',
    label: (open: number, moving: number) =>
      `Map: ${plural.en(open, { one: '1 visit', other: (n) => `${n} visits` })} without a crew, ${plural.en(moving, { one: '1 crew', other: (n) => `${n} crews` })} on the way`,
    openPins: 'Visits without a crew. Arrow keys walk from one to the next.',
    routePins: (crew: string) => `Stops of ${crew}. Arrow keys walk from one to the next.`,
    moverPins: 'Crews on the way. Arrow keys walk from one to the next.',
    open: 'Without a crew',
    moving: 'Crew on the way',
    route: (crew: string) => `Stops of ${crew}`,
    movers: 'Crews on the way',
    noMovers: 'No crew shares where it is right now.',
    otherDay: 'Where crews are is shown on today’s board.',
    to: (place: string) => `On the way to ${place}`,
    arrives: (from: string, until: string) => `There between ${from} and ${until}`,
    seen: (time: string) => `Seen at ${time}`,
    noStops: (crew: string) => `${crew} has no stops on these days.`,
    closeRoute: 'Back to all crews',
    cluster: (count: number) =>
      plural.en(count, { one: '1 visit without a crew', other: (n) => `${n} visits without a crew` }),
  },
  begins: (time: string) => `begins ${time}`,
  driving: (time: string) => `${time} driving`,
  block: ({ place, service, times, state, late }: Stop) =>
    [place, service, times, state, late].filter((part) => part !== '').join(', '),
  chosen: 'Chosen visit',
  nobody: 'Nobody yet',
  give: 'Give to a crew',
  open: 'Open the visit',
  hint: 'Drag a visit to a crew. By keys: Enter picks it up, arrows carry it, Enter puts it down, Escape leaves it.',
  keysHeld: 'Arrows carry it, Enter puts it down, Delete takes it from the crew, Escape leaves it.',
  nowhere: 'Not over a crew',
  overTray: 'Nobody has it, and it is offered',
  overLane: ({ crew, place, of, time }: Over) => `${crew}, stop ${place} of ${of}, ${time}`,
  breaks: {
    frozen: 'The crew is frozen',
    blocked: 'The customer does not want this crew',
    over: 'Too little is left of its window',
    day_off: 'The crew has the day off',
    clash: 'Meets other work of the crew',
    skill: 'The crew does not offer this service',
    day_not_worked: 'The crew does not work that day',
    range: (distance: string) => `${distance} out of range`,
    hours: (time: string) => `${time} over its hours`,
    window: (time: string) => `${time} after its window`,
    others_late: (count: number) =>
      plural.en(count, { one: 'Makes 1 other visit late', other: (n) => `Makes ${n} other visits late` }),
  },
  refused: (reasons: string) => `Not possible: ${reasons}.`,
  plan: {
    day: 'Plan the day',
    week: 'Plan the week',
    title: { day: 'Plan the day', week: 'Plan the week' },
    what: 'Every open visit goes to a crew that can do it, and every lane into a good order. What a crew has confirmed or holds every week stays with it. You see the difference before anything moves.',
    begin: 'Make a plan',
    solving: 'Planning',
    apply: 'Apply the plan',
    undo: 'Undo the plan',
    again: 'Plan again',
    open: (before: number, after: number) => `Without a crew: ${before} → ${after}`,
    change: (before: string, after: string) => (before === after ? after : `${before} → ${after}`),
    lanes: 'Crews whose day changes',
    staysOpen: 'What stays open',
    states: {
      solving: () => 'Planning',
      ready: (count: number) =>
        plural.en(count, {
          one: '1 visit would change hands',
          other: (n) => `${n} visits would change hands`,
        }),
      applied: (count: number) =>
        plural.en(count, {
          one: 'Applied: 1 visit changed hands',
          other: (n) => `Applied: ${n} visits changed hands`,
        }),
      undone: () => 'Undone: everything is as it was',
    },
    undone: (left: number) =>
      left === 0
        ? 'Undone.'
        : plural.en(left, {
            one: 'Undone, but for 1 visit that somebody changed since.',
            other: (n) => `Undone, but for ${n} visits that somebody changed since.`,
          }),
    why: {
      over: 'too little is left of its window',
      skill: 'no crew offers this service',
      day_not_worked: 'no such crew works that day',
      day_off: 'every such crew has the day off',
      frozen: 'every such crew is frozen',
      blocked: 'the customer wants none of them',
      range: 'out of range of every such crew',
      full: 'no room in the hours of those who could',
    },
  },
  handed: {
    kept: (crew: string) => `${crew} has it in a new order.`,
    asked: (crew: string) => `${crew} is asked to confirm it.`,
    notified: (crew: string) => `${crew} has it and is notified.`,
    released: () => 'Nobody has it now. It is offered again.',
  },
}
