/** Texts of what a crew promises: confirming its week, giving back, days off, reliability, the link to its assignments. */
import { plural } from '#domain/plural.ts'

export const assignments = {
  visits: (count: number) => plural.en(count, { one: '1 visit', other: (n) => `${n} visits` }),

  confirm: {
    title: 'Confirm next week',
    waiting: (visits: string, pay: string) => `${visits} for ${pay} to confirm`,
    by: (when: string) => `By ${when}`,
    left: (time: string) => `${time} left`,
    days: (count: number) => plural.en(count, { one: '1 day', other: (n) => `${n} days` }),
    yes: (count: number) =>
      plural.en(count, { one: 'Confirm 1 visit', other: (n) => `Confirm all ${n} visits` }),
    yesSome: (count: number) =>
      plural.en(count, { one: 'Confirm 1 visit', other: (n) => `Confirm ${n} visits` }),
    chooseFirst: 'Choose at least one visit',
    consequence:
      'Visits that are not confirmed by then are offered to other crews. You lose their pay; your weekly jobs stay yours and your reliability does not change.',
    leftOff: (count: number) =>
      plural.en(count, {
        one: 'The one you left off goes to other crews.',
        other: (n) => `The ${n} you left off go to other crews.`,
      }),
    confirmed: (count: number) =>
      plural.en(count, { one: '1 visit confirmed.', other: (n) => `${n} visits confirmed.` }),
    undone: 'No longer confirmed.',
    lost: (count: number) =>
      plural.en(count, {
        one: '1 visit is not yours anymore:',
        other: (n) => `${n} visits are not yours anymore:`,
      }),
    allTitle: 'Your week is confirmed',
    allBody: 'Thank you. If something comes up, give the visit back as early as you can.',
    none: 'Nothing to confirm',
    noneBody: 'You have no visits next week.',
    isConfirmed: 'Confirmed',
    include: (place: string) => `Confirm ${place}`,
    banner: (visits: string) => `Confirm ${visits} of next week`,
    toConfirm: 'Confirm',
  },

  cost: {
    visits: (visits: string, pay: string) => `${visits} go to other crews: ${pay} less for you.`,
    one: (date: string, pay: string) => `Your visit on ${date} goes to other crews: ${pay} less for you.`,
    nothing: 'You have no visits planned, so you lose nothing.',
    free: (until: string) =>
      `It costs you nothing until ${until}. From then on it counts against your reliability.`,
    late: (count: number, hours: string) =>
      plural.en(count, {
        one: `1 visit is less than ${hours} away and counts as given back late.`,
        other: (n) => `${n} visits are less than ${hours} away and count as given back late.`,
      }),
    reliability: (from: string, to: string) => `Your reliability goes from ${from} to ${to}.`,
    reliabilityNew: (to: string) => `Your reliability starts at ${to}.`,
    isLate: 'Late',
    andMore: (count: number) => `and ${count} more`,
  },

  /** Before work is taken: what changing one's mind costs. */
  rule: {
    hours: (count: number) => plural.en(count, { one: '1 hour', other: (n) => `${n} hours` }),
    grace: (until: string) =>
      `Changed your mind? Until ${until} you can give it back, and nothing is held against you.`,
    notice: (hours: string) =>
      `After that, a visit given back less than ${hours} before it begins counts against your reliability.`,
    noticeOnly: (hours: string) =>
      `A visit given back less than ${hours} before it begins counts against your reliability.`,
  },

  release: {
    one: 'Give back this visit',
    oneTitle: 'Give back this visit?',
    oneBody: 'Only this date. The weekly job stays yours.',
    done: 'Given back.',
    costUnknown: 'We couldn’t load what it costs.',
  },

  reliability: {
    title: 'Your reliability',
    none: 'Not known yet',
    noneBody: 'It counts from your first visit.',
    explained: (days: number, notice: string, grace: string) =>
      `Of all you promised in the last ${days} days, how much you kept. Visits you give back less than ${notice} before, and visits you miss, count against it; what you give back within ${grace} of taking it does not. It decides how early you are asked when work is offered.`,
    kept: 'Kept',
    lateReleases: 'Given back late',
    missed: 'Missed',
  },

  timeOff: {
    title: 'Days off',
    none: 'No days off planned.',
    add: 'Add days off',
    from: 'First day',
    to: 'Last day',
    note: 'Note for yourself',
    check: 'Show the effect',
    save: 'Take these days off',
    back: 'Change the days',
    added: (visits: string) => `Days off saved. ${visits} offered to others.`,
    addedFree: 'Days off saved.',
    remove: 'Work these days',
    removeOne: (days: string) => `Work ${days} after all`,
    removed: (visits: string) => `Days off removed. ${visits} back with you.`,
    removedFree: 'Days off removed.',
    noVisits: 'You have no visits on these days, and you won’t get new ones.',
  },

  link: {
    hello: (name: string) => `Assignments of ${name}`,
    notice: 'Opened from your text message. You can see and give back visits here. Sign in for the rest.',
    end: 'End this link',
    ended: 'This link no longer works.',
    deadTitle: 'This link no longer works',
    deadBody: 'Links work for one day. Get a new one below.',
    askTitle: 'Get the link',
    askBody: 'We text a link to your phone that shows your assignments without a password, for one day.',
    phone: 'Your phone',
    send: 'Text me the link',
    sent: 'If this phone belongs to a crew, the link is on its way.',
    endAll: 'End all my text links',
    endedAll: 'Your text links no longer work.',
    sendTo: 'Text the link to their assignments',
    sentTo: (name: string) => `The link is on its way to ${name}.`,
  },
}
