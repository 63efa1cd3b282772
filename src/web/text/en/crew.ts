/** Texts of the crew's own screens: the day, finding work, its assignments, all visits. */
import { plural } from '#domain/plural.ts'
import { countUnits } from '#domain/pricing/unit-texts.ts'

export const crew = {
  anytime: 'Any time',
  states: {
    scheduled: 'Not confirmed',
    confirmed: 'Confirmed',
    en_route: 'On the way',
    in_progress: 'Working',
    completed: 'Done',
    cancelled: 'Canceled',
    skipped: 'Skipped',
    missed: 'Missed',
    reopened: 'To be redone',
  },
  stops: (count: number) => plural.en(count, { one: '1 stop', other: (n) => `${n} stops` }),
  perHour: (pay: string) => `${pay} an hour`,
  eachVisit: 'a visit',
  drive: (time: string) => `${time} driving`,
  work: (time: string) => `${time} work`,
  away: (distance: string) => `${distance} away`,
  units: countUnits.en,
  placeTime: (zone: string) => `Time of the place (${zone})`,
  more: 'Show more',

  checklist: {
    title: 'Checklist',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    supplies: 'Running low?',
    photo: (item: string) => `Photo: ${item}`,
    photoRequired: 'Needs a photo',
    photoWanted: 'Add a photo if you can',
    photos: (count: number) => plural.en(count, { one: '1 photo', other: (n) => `${n} photos` }),
    undoneTitle: 'Why is this not done?',
    undoneBody: 'The customer reads it with the proof of this visit.',
    reasons: {
      not_needed: 'Not needed today',
      not_reachable: 'Could not get to it',
      in_use: 'In use',
      material_missing: 'Supplies missing',
      broken: 'Broken',
      no_time: 'Not enough time',
      other: 'Something else',
    },
    sayWhy: 'Say why',
    finish: 'Finish the visit',
  },
  home: {
    title: 'Today',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    payToday: 'Pay today',
    thisWeek: (earned: string) => `${earned} earned this week`,
    toEarnings: 'See earnings',
    next: 'Next stop',
    stop: (number: number) => `Stop ${number}`,
    toNext: 'Next stop',
    navigate: 'Navigate',
    start: 'Start',
    anotherPhoto: 'Another photo',
    photosSafe: (safe: number, wanted: number) =>
      `${safe} of ${plural.en(wanted, { one: '1 photo', other: (n) => `${n} photos` })} safe`,
    sendingPhoto: 'Sending the photo',
    photoOf: (number: number) => `Photo ${number}`,
    round: 'Walk the round',
    done: 'Done',
    finished: (pay: string) => `Done. ${pay} earned.`,
    review: 'You were far from the place, or we couldn’t tell. Someone will take a look.',
    access: 'Getting in',
    notes: 'Notes',
    stops: 'Stops in order',
    noStops: 'No stops today',
    nextWorkDay: (date: string) => `Your next stops are on ${date}.`,
    findWork: 'Find work',
    allDone: 'All done for today',
    allDoneBody: 'You finished every stop. Thank you.',
    locationTitle: 'We can’t tell where you are',
    locationBody:
      'Turn on location for this page and try again. You can also finish without it. Someone will then check the visit.',
    finishAnyway: 'Finish without location',
    tooEarly: 'You can start this stop on its day.',
  },

  /** Where the crew is, by its own choice. */
  share: {
    label: 'Share where I am today',
    explain:
      'A customer sees you on a map only while you’re on your way to them. It ends by itself, and we keep no record of your way.',
    until: (time: string) =>
      `On until your last stop, or ${time} at the latest. Keep this page open while you drive.`,
    badge: 'Sharing where you are',
    lost: 'This phone doesn’t say where it is. Allow location for Crew in its settings.',
  },

  /** Late or ill, with or without a connection. */
  troubles: {
    day: 'Your day',
    whenOnline: 'You’re offline. It goes out when you’re connected.',
    kept: 'It goes out when you’re connected.',
    reaches: (count: number) =>
      plural.en(count, { one: 'This customer hears it:', other: (n) => `These ${n} customers hear it:` }),
    nobodyHears: 'Everyone still gets you in time, so no customer hears it.',
    about: (time: string) => `about ${time}`,
    lateWaits: (minutes: number) => `Running ${minutes} min late: goes out when you’re connected`,
    notified: (count: number) =>
      plural.en(count, {
        one: '1 customer knows that you’re late',
        other: (n) => `${n} customers know that you’re late`,
      }),
    onTime: 'On time again',
    onTimeSent: (count: number) =>
      plural.en(count, {
        zero: 'Times are updated.',
        one: '1 customer has the new time.',
        other: (n) => `${n} customers have the new time.`,
      }),
    illWaits: 'You’re ill: your visits go to others when you’re connected.',
    trip: (place: string) => `You’ve set out for ${place}. What about that visit?`,
    keepTrip: 'I’ll still do it',
    releaseTrip: 'Give it to others too',
    go: (count: number) =>
      plural.en(count, {
        zero: 'No visit of today goes to others.',
        one: '1 visit of today goes to others:',
        other: (n) => `${n} visits of today go to others:`,
      }),
  },

  camera: {
    take: 'Take a photo',
    retake: 'Take another photo',
    shut: 'The camera did not open?',
    chooseFile: 'Choose a photo',
    kept: 'You’re offline. The photo is saved on this phone and sends itself. Do this again when you’re online.',
    notThere: 'The photo didn’t arrive. Take it again.',
  },

  /** Before work is taken: what its money waits for. */
  payout: {
    warnings: {
      none: 'You have no payout account yet. You can take work, and we keep its pay until you connect one.',
      pending:
        'Your payout account is being checked. You can take work, and we keep its pay until that’s done.',
      restricted:
        'Your payout account needs something from you. You can take work, and we keep its pay until it’s settled.',
    },
    dueBy: (day: string) => `The payment provider has a question. Answer by ${day}, or payouts stop.`,
    toAccount: 'Payout account',
  },
  jobs: {
    title: 'Find work',
    subtitle: (count: number) =>
      plural.en(count, { one: '1 open job in your range', other: (n) => `${n} open jobs in your range` }),
    routes: 'Routes',
    single: 'Single jobs',
    days: 'By day',
    weekday: 'Weekday',
    allDays: 'All',
    take: 'Take this route',
    takeJob: 'Take this job',
    details: 'Stops and times',
    hideDetails: 'Hide stops',
    /** Why a route is recommended, compared with the others. */
    reasons: {
      payPerHour: 'Best pay per hour',
      pay: 'Most pay',
      driving: 'Least driving',
      nearHome: (distance: string) => `Closest to home: within ${distance}`,
      assigned: (day: string) => `Fits your ${day}`,
      only: (day: string) => `The only one on ${day}`,
      duration: 'Shortest route',
      weekday: (day: string) => `Best of ${day}`,
    },
    newStops: (count: number) => plural.en(count, { one: '1 new stop', other: (n) => `${n} new stops` }),
    keeps: (count: number) => plural.en(count, { one: '1 you have', other: (n) => `${n} you have` }),
    leaves: (time: string) => `Leave at ${time}`,
    returns: (time: string) => `back at ${time}`,
    assigned: 'You have it',
    stopAt: (time: string) => `about ${time}`,
    confirmTitle: (day: string) => `Every ${day}`,
    confirmBody: (count: number, pay: string) =>
      plural.en(count, {
        one: `You take 1 new stop for ${pay} a week, every week until you give it back.`,
        other: (n) => `You take ${n} new stops for ${pay} a week, every week until you give them back.`,
      }),
    yes: 'Yes, take it',
    taken: (count: number) =>
      plural.en(count, { one: '1 stop is yours.', other: (n) => `${n} stops are yours.` }),
    lostTitle: 'Someone was faster',
    seeOpen: 'See what is open',
    chooseDays: 'On these weekdays',
    noBase: 'Where do you start?',
    noBaseBody: 'Set your base, and we’ll show the work around it.',
    setBase: 'Set my base',
    noRoutes: 'No route right now',
    noRoutesBody:
      'No open jobs pay for the drive as a route right now. Look at single jobs, or widen your range or hours.',
    noJobs: 'Nothing open right now',
    noJobsBody: 'New jobs come in every day. Widen your range or add services to see more.',
    widen: 'Change range and hours',
    dayOff: 'You do not work',
    openOn: (count: number, pay: string) =>
      plural.en(count, { one: `1 open job, ${pay}`, other: (n) => `${n} open jobs, ${pay}` }),
    assignedOn: (count: number, pay: string) =>
      plural.en(count, { one: `you have 1 stop, ${pay}`, other: (n) => `you have ${n} stops, ${pay}` }),
  },

  assignments: {
    title: 'My assignments',
    subtitle: (count: number, pay: string) =>
      plural.en(count, { one: `1 stop, ${pay} a week`, other: (n) => `${n} stops, ${pay} a week` }),
    none: 'Nothing is yours yet',
    noneBody: 'Take a route or single jobs, and you’ll see them here by weekday.',
    next: (date: string) => `Next on ${date}`,
    release: 'Give back',
    releaseOne: (place: string) => `Give back ${place}`,
    releaseTitle: (place: string) => `Give back ${place}?`,
    keep: 'Keep it',
    released: 'Given back.',
    signIn: 'Sign in first',
    signInBody: 'Only you can see your assignments.',
    toSignIn: 'Sign in',
  },

  visit: {
    title: 'Visit',
    proof: 'Proof',
    orderPhotos: 'Photos from the customer',
    doneAt: (when: string) => `Done ${when}`,
    fromPlace: (distance: string) => `${distance} from the place`,
    toToday: 'Today’s stops',
  },

  list: {
    title: 'All my visits',
    search: 'Place or address',
    state: 'Show',
    all: 'All',
    open: 'To do',
    completed: 'Done',
    missed: 'Missed',
    none: 'No visits here',
    noneBody: 'You’ll see the visits you take and finish here.',
    columns: { place: 'Place', day: 'Day', service: 'Service', state: 'State', pay: 'Pay' },
    count: (count: number) => plural.en(count, { one: '1 visit', other: (n) => `${n} visits` }),
    moreThan: (count: string) => `More than ${count} visits`,
    newest: 'Newest first',
    oldest: 'Oldest first',
    order: 'Order',
    flagged: 'Under review',
  },
}
