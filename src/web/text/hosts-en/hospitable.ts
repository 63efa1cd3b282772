/** Rentals at Hospitable: connecting an account and matching what it holds. */

export const hospitable = {
  offered: {
    title: 'Bring your rentals from Hospitable',
    body: 'Hospitable asks whether Crew may read your rentals. You then say which of them is which property here.',
  },
  denied: {
    title: 'Hospitable isn’t connected',
    body: 'Hospitable didn’t allow it, and nothing changed. You can bring your properties from a file.',
  },
  none: {
    title: 'Hospitable isn’t connected',
    body: 'Crew can’t connect to Hospitable here. You can bring your properties from a file.',
  },
  demo: 'This is a demo account. It isn’t Hospitable: its rentals and stays are made up.',
  connect: 'Connect Hospitable',
  again: 'Connect again',
  notNow: 'Not now',
  ask: 'Connect this Hospitable account?',
  askBody:
    'This began in Hospitable. If it was you, connect the account to Crew. If a link brought you here, don’t.',
  failed: 'Hospitable isn’t connected',
  lapsed: 'Hospitable no longer lets us read',
  lapsedBody: 'Your properties and booked visits stay as they are. Connect again to go on.',
  account: 'Hospitable account',
  since: (at: string) => `Connected ${at}`,
  rentals: 'Rentals',
  rentalsBody: 'Say which rental is which property. A new property is made at the rental’s address.',
  noRentals: 'No rentals yet',
  noRentalsBody: 'This Hospitable account shares no rentals with us.',
  nothing: 'None of my properties',
  newPlace: 'Make a new property',
  partOf: (name: string) => `Part of ${name}`,
  gone: 'No longer at Hospitable',
  saved: 'Saved.',
  end: 'Disconnect',
  endTitle: (name: string) => `Disconnect ${name}?`,
  endBody: 'We stop reading from Hospitable. Your properties and booked visits stay.',
}
