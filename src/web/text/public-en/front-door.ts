/** Texts of `/get-started`, the page that strangers come to. */
import { plural } from '#domain/plural.ts'

export const frontDoor = {
  hero: {
    title: 'Your home’s chores, done on the right day',
    body: 'Bins, recycling, lawn, pool, snow, turnovers: a crew near you, a price you know before, a photo when it is done. You pay after the work.',
    register: 'Create an account',
    today: 'Book something for today',
    haveAccount: 'Already with us?',
    signIn: 'Sign in',
    picture: 'A street on collection day: two bins at the curb and a truck with a check mark',
  },
  house: {
    titles: { terms: 'Terms', privacy: 'Privacy', help: 'Help' },
    versionOf: (version: number, day: string) => `Version ${version}, ${day}`,
    older: 'This is an older version.',
    toNewest: 'Read the newest',
    write: 'Not answered here? Write to',
  },
  prices: {
    title: 'What it costs on your street',
    body: 'The price a customer there pays, fees and tax included. Weekends and same-day work cost a little more, and you see it before you book.',
    address: 'Your address or neighborhood',
    quarters: 'Or pick a neighborhood we are in this week',
    at: (place: string) => `Prices for ${place}`,
    served: (market: string) => `Yes, we are in ${market}.`,
    later: 'Prices aren’t available right now. Try again in a minute.',
    weekly: 'Every week, per visit',
    once: 'Once, today or this week',
    withTax: 'with tax',
    less: (service: string) => `${service}: less`,
    more: (service: string) => `${service}: more`,
    bookOnce: 'Book one of these',
    note: 'No account needed to see the exact price for your day.',
  },
  how: {
    title: 'How it works',
    choose: {
      title: 'Pick the days',
      body: 'Add your place and choose weekdays. The day moves by itself when a holiday moves the collection.',
    },
    done: {
      title: 'A crew near you does it',
      body: 'You see who comes and when. Each visit ends with photos, the time and the distance to your door.',
    },
    pay: {
      title: 'Pay after the work',
      body: 'On Monday for the week before, with one receipt for everything. Skip, pause or end it without a fee.',
    },
  },
  proof: {
    picture: 'Photo of two empty bins back beside the garage',
    done: 'Bins to the curb and back: done',
    facts: 'Tuesday 7:42 AM · 2 photos · 12 ft from your door',
  },
  crews: {
    title: 'Do jobs? Drive your own route.',
    body: 'Dense routes near home on the days you choose. You know the pay before you take one, and it is in your bank every week.',
    week: 'or more in a week, for half of the crews that worked it',
    hour: 'for an hour of work at the stops, typically',
    share: 'of every price is yours, and all of the tips',
    percent: (percent: number) => `${percent}%`,
    join: 'Join as crew',
  },
  cities: {
    title: 'Where we are',
    lately: (count: string, days: number) =>
      `${count} visits done in the last ${plural.en(days, { one: 'day', other: (n) => `${n} days` })}, each with a photo.`,
    rated: (stars: string, count: number) =>
      plural.en(count, {
        one: `Customers gave them ${stars} of 5 stars in one rating.`,
        other: (n) => `Customers gave them ${stars} of 5 stars in ${n} ratings.`,
      }),
    elsewhere: 'Somewhere else? Type your address above to see if we’re there.',
  },
}
