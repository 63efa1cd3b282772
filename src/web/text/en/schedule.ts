import { plural } from '#domain/plural.ts'

type Move = { from: string; because: string | null }

/** Moved days, holidays, pushed days. */
export const schedule = {
  movedFrom: ({ from, because }: Move) =>
    because === null ? `moved from ${from}` : `moved from ${from} because of ${because}`,
  push: { snow: 'snow', hauler: 'the hauler’s delay', other: 'a change of day' },
  holidays: {
    ahead: 'Holidays ahead',
    title: (name: string) => `${name} week`,
    stays: (name: string, day: string) => `${name}, ${day}: your days don’t move.`,
    moves: (from: string, to: string) => `${from} moves to ${to}.`,
    off: (from: string) => `${from}: no visit that week.`,
    movesMany: (from: string, to: string, count: number) =>
      plural.en(count, {
        one: `${from} moves to ${to}.`,
        other: (n) => `${from} moves to ${to}: ${n} visits.`,
      }),
    places: (count: number) =>
      plural.en(count, { one: 'At 1 property:', other: (n) => `At ${n} properties:` }),
  },
  why: {
    title: 'Why this day?',
    one_off: 'Ordered for this time.',
    rule: (weekdays: string, since: string) => `Weekly on ${weekdays} since ${since}.`,
    ruleOf: (rhythm: string, since: string) => `${rhythm}, since ${since}.`,
    changeOf: (rhythm: string, after: string) => `${rhythm}, as changed for the days after ${after}.`,
    changed: (weekdays: string, after: string) =>
      `Weekly on ${weekdays}, as changed for the days after ${after}.`,
    holiday: (from: string, to: string, name: string) => `${name}: ${from} moves to ${to}.`,
    pushed: (from: string, to: string, name: string) =>
      `${from} was moved to ${to} for everyone here because of ${name}.`,
    customer_move: (from: string, to: string) => `The customer moved this visit from ${from} to ${to}.`,
    customer_terms: 'The customer chose different hours or a different quantity for this visit.',
    skipped_by_customer: 'The customer skipped this date.',
    skipped_for_payment: 'Paused until a payment is made.',
    skipped_by_rule: 'The weekly service is paused or no longer includes this day.',
    skipped_for_holiday: 'No service on this holiday.',
    skipped_since_vacant: 'Nobody stayed since the last pickup.',
    extra_after_stay: (nights: number, guests: number | null) =>
      `Extra: ${[
        plural.en(nights, { one: '1 night', other: (n) => `${n} nights` }),
        ...(guests === null ? [] : [plural.en(guests, { one: '1 guest', other: (n) => `${n} guests` })]),
      ].join(', ')}.`,
    after_check_out: 'Not before the check-out of that day.',
    skipped_for_pushed_day: (name: string) => `Left out for everyone here because of ${name}.`,
  },
  move: {
    button: 'Move',
    title: 'Move or change',
    which: 'Which visits?',
    one: 'Only this visit',
    following: 'This and following',
    all: 'All from today',
    newDay: 'New day',
    hours: 'Change the hours too',
    submit: 'Save',
    effectOne: (before: string, after: string) =>
      before === after ? `The price stays ${after}.` : `${after} instead of ${before}.`,
    effectMany: (visits: number, before: string, after: string) =>
      `${plural.en(visits, { one: '1 visit', other: (n) => `${n} visits` })} in the next four weeks: ${after}, until now ${before}.`,
    effectLong: (visits: number, before: string, after: string) =>
      `${plural.en(visits, { one: '1 visit', other: (n) => `${n} visits` })} in the next twelve weeks: ${after}, until now ${before}.`,
    gone: (days: string) => `No longer: ${days}.`,
    added: (days: string) => `New: ${days}.`,
    crews: (count: number) =>
      plural.en(count, { one: 'We’ll tell 1 crew.', other: (n) => `We’ll tell ${n} crews.` }),
    past: 'Finished visits never change.',
    done: (day: string) => `Moved to ${day}`,
    open: (day: string) => `Moved to ${day}. Its crew can’t come then, so we’re looking for another.`,
    changed: 'Changed',
    back: 'Back to its usual day',
    backDone: 'Back on its usual day',
  },
  operator: {
    title: 'Schedule',
    holidays: 'Holidays',
    pushed: 'Pushed days',
    keptBy: (places: string) => `Kept for ${places} places`,
    services: (names: string) => `Only ${names}`,
    coming: 'Next twelve months',
    noneComing: 'No holidays in this calendar.',
    effects: { shift: 'Moves the rest of the week', skip: 'No service', none: 'No change' },
    shortEffects: { shift: 'Moves', skip: 'No service', none: 'No change' },
    edit: 'Edit',
    add: 'New calendar',
    addName: 'Name of the hauler or city',
    editTitle: (name: string) => `Holidays: ${name}`,
    secondHoliday: 'Two holidays in one week',
    second: { once: 'Move by one day in all', adds: 'Each moves by a day' },
    weekend: 'On a weekend',
    weekends: { ignore: 'Nothing', keep: 'Counts on that day', observe: 'Friday or Monday beside it' },
    effect: 'Effect',
    name: 'Name',
    save: 'Save and move visits',
    saved: 'Saved. Planned visits follow.',
    following: 'Planned visits follow',
    marketCalendar: (market: string) => `Calendar of ${market}`,
    noCalendar: 'None',
    assigned: 'Planned visits follow the calendar.',
    effectTitle: 'What changes',
    nothingChanges: 'No planned visit changes.',
    changes: (visits: number, customers: number, crews: number) =>
      `Planned visits that change: ${visits}; customers: ${customers}, crews: ${crews}.`,
    dayChange: (from: string, to: string) => `${from} → ${to}`,
    dayOff: 'no service',
    visits: (count: number) => plural.en(count, { one: '1 visit', other: (n) => `${n} visits` }),
    market: 'Market',
    date: 'Day to push',
    how: 'What happens to it',
    hows: { move: 'Moves to a day', skip: 'Is skipped' },
    to: 'New day',
    area: 'Where',
    areas: { market: 'Whole market', circle: 'Within a circle' },
    lat: 'Latitude of the center',
    lng: 'Longitude of the center',
    radius: 'Radius in miles',
    onlyServices: 'Only these services',
    onlyServicesHint: 'None chosen: all.',
    reason: 'Reason',
    reasons: { snow: 'Snow', hauler: 'Hauler delay', other: 'Other' },
    note: 'Note for customers and crews',
    preview: 'Preview',
    pushTitle: 'Push a day',
    push: (count: number) => plural.en(count, { one: 'Push 1 visit', other: (n) => `Push ${n} visits` }),
    counts: {
      moved: (count: number): string =>
        plural.en(count, { one: 'moves to the new day', other: 'move to the new day' }),
      meeting: (count: number): string =>
        plural.en(count, {
          one: 'falls out: the new day has one already',
          other: 'fall out: the new day has one already',
        }),
      skipped: (count: number): string => plural.en(count, { one: 'falls out', other: 'fall out' }),
      customers: (count: number): string =>
        plural.en(count, { one: 'customer is told', other: 'customers are told' }),
      crews: (count: number): string =>
        plural.en(count, {
          one: 'crew is told and confirms again',
          other: 'crews are told and confirm again',
        }),
      staying: (count: number): string =>
        plural.en(count, { one: 'stays: begun, done or on demand', other: 'stay: begun, done or on demand' }),
      lost: 'is not charged',
      standby: (hours: number) => `is paid to crews who hear of it less than ${hours} hours before`,
    },
    nothingToPush: 'No visit there on that day.',
    undoable: (hours: number) => `Can be undone for ${hours} hours, as long as the day is not over.`,
    pushing: 'Visits are being moved',
    undoing: 'Visits are being put back',
    undone: 'Undone',
    done: 'Done',
    undo: 'Undo',
    undoTitle: 'Put the day back?',
    undoBody: 'Every visit returns to its day, hours and crew. Everyone concerned is told.',
    undoUntil: (time: string) => `Can be undone until ${time}`,
    empty: 'No pushed days yet.',
    line: (from: string, to: string | null) => (to === null ? `${from} falls out` : `${from} → ${to}`),
    result: (moved: number, skipped: number) => `${moved} moved, ${skipped} left out`,
    by: (name: string) => `by ${name}`,
  },
}
