/** Texts of the operator's screens. */
import { plural } from '#domain/plural.ts'

export const operator = {
  board: {
    title: 'Board',
    today: 'Today',
    week: 'This week',
    attention: 'Needs you',
    nothing: 'Nothing needs you right now.',
    waiting: {
      unassigned: (count: number) =>
        `${plural.en(count, { one: 'visit', other: 'visits' })} of the coming week without a crew`,
      unconfirmed: (count: number) =>
        `${plural.en(count, { one: 'visit', other: 'visits' })} of the next three days not confirmed`,
      late: (count: number) =>
        `${plural.en(count, { one: 'visit', other: 'visits' })} late now: the time is over, the work not done`,
      missed: (count: number) =>
        `${plural.en(count, { one: 'missed visit', other: 'missed visits' })} to look at`,
      flagged: (count: number) =>
        `${plural.en(count, { one: 'completion', other: 'completions' })} to review: done far from the place or without a location`,
      failed_payouts: (count: number) =>
        `failed ${plural.en(count, { one: 'payout', other: 'payouts' })} in the last four weeks`,
      disputes: (count: number) =>
        `${plural.en(count, { one: 'problem that a customer', other: 'problems that customers' })} reported, to decide`,
      approvals: (count: number) =>
        `${plural.en(count, { one: 'refund waits', other: 'refunds wait' })} for a second person`,
      late_reports: (count: number) =>
        `${plural.en(count, { one: 'late report of a crew', other: 'late reports of crews' })}, to decide`,
      silent_feeds: (count: number) =>
        `guest ${plural.en(count, { one: 'calendar', other: 'calendars' })} that went silent`,
      declined: (count: number, amount: string) =>
        plural.en(count, {
          one: `declined payment of ${amount}`,
          other: `declined payments, ${amount} in all`,
        }),
      chargebacks: (count: number) =>
        `${plural.en(count, { one: 'chargeback waits', other: 'chargebacks wait' })} for evidence`,
      differences: (count: number) =>
        `${plural.en(count, { one: 'difference', other: 'differences' })} in the books to explain`,
      referrals: (count: number) =>
        `${plural.en(count, { one: 'referral', other: 'referrals' })} between accounts that share something`,
      parked: (count: number) =>
        `background ${plural.en(count, { one: 'task', other: 'tasks' })} that gave up`,
    },
    delayedPayouts: (count: number) =>
      plural.en(count, {
        one: 'payout waits because our balance at the payment provider is too low: fill it up',
        other: 'payouts wait because our balance at the payment provider is too low: fill it up',
      }),
    noVisits: 'No visits.',
  },
  states: {
    scheduled: 'Scheduled',
    confirmed: 'Confirmed',
    en_route: 'On the way',
    in_progress: 'Working',
    completed: 'Completed',
    cancelled: 'Canceled',
    skipped: 'Skipped',
    missed: 'Missed',
    reopened: 'Reopened',
  },
  people: {
    title: 'People',
    search: 'Name, email or phone',
    all: 'Everyone',
    types: { Customer: 'Customers', Crew: 'Crews', Operator: 'Operators' },
    kinds: { Customer: 'Customer', Crew: 'Crew', Operator: 'Operator' },
    type: 'Show',
    none: 'Nobody matches.',
    frozenUntil: (date: string) => `Frozen until ${date}`,
    broughtBy: (name: string) => `Brought by ${name}`,
    reliability: (share: string) => `${share} reliable`,
    since: (date: string) => `Since ${date}`,
    freeze: 'Freeze',
    unfreeze: 'End the freeze',
    removePhoto: 'Remove the photo',
    removePhotoTitle: (name: string) => `Remove the photo of ${name}?`,
    freezeTitle: (name: string) => `Freeze ${name}`,
    freezeBody:
      'While frozen, the account can’t take, confirm, start, complete or book anything. It can read and reach support.',
    until: 'Until (the end of that day)',
    notes: 'Reason, shown to the person',
    frozen: 'The account is frozen.',
    thawed: 'The freeze has ended.',
    more: 'Show more',
  },
  outbox: {
    title: 'Outbox',
    attached: (fileName: string) => `Attached: ${fileName}`,
    subtitle: 'Messages that left the house or did not, newest first',
    channels: { all: 'All', mail: 'Email', sms: 'Text messages', push: 'Notifications' },
    none: 'Nothing was sent by these filters.',
    filters: 'Filters',
    channel: 'Channel',
    state: 'State',
    anyState: 'Sent or not',
    states: { sent: 'Sent', failed: 'Not sent' },
    kind: 'About',
    anyKind: 'Anything',
    from: 'From',
    to: 'To',
    everybody: 'Everybody',
    allTo: (name: string) => `Everything to ${name}`,
    failing: 'Addresses that took nothing this week',
    hidden: 'Its words are not kept: they let somebody in.',
    resend: 'Send again',
    resent: 'It is sent again.',
    resentBefore: 'Sent again',
    audit: 'Audit log',
  },
}
