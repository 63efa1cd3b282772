/** Words of the lists of what waits for an operator. */
export const queues = {
  title: 'Queues',
  more: 'Show more',
  none: 'Nothing waits here',
  names: {
    unassigned: 'Without a crew',
    unconfirmed: 'Not confirmed',
    late: 'Late now',
    missed: 'Missed',
    flagged: 'Flagged',
    declined: 'Declined cards',
    failed_payouts: 'Failed payouts',
  },
  what: {
    unassigned: 'Visits of the coming week that nobody has. Open one to give it to a crew.',
    unconfirmed: 'Visits of the next three days whose crew has not confirmed.',
    late: 'The window is over, and the work is not done.',
    missed: 'Nobody came, or nobody could get in. Call the customer, then take it off the list.',
    flagged: 'Done far from the place, or without a location. Look at the photos, then take it off the list.',
    declined: 'The bank said no. The customer has been notified, and the card is tried again.',
    failed_payouts: 'The money could not be sent to the crew.',
  },
  held: (name: string, at: string) => `${name}, since ${at}`,
  take: 'Take',
  leave: 'Give back',
  settle: 'Looked at',
  settled: 'Off the list.',
}
