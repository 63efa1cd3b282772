/** Texts of work without a connection: what waits, what is safe, what changed meanwhile. */
import { plural } from '#domain/plural.ts'

export const offline = {
  asOf: (time: string) => `Offline, as of ${time}`,
  unreachable: (time: string) => `No answer right now. You see what we knew at ${time}.`,
  noDay: 'Your day isn’t on this phone yet. It loads as soon as you’re online.',
  waits: (count: number) =>
    plural.en(count, { one: '1 thing waiting to send', other: (n) => `${n} things waiting to send` }),
  look: (count: number) =>
    plural.en(count, { one: '1 visit needs a look', other: (n) => `${n} visits need a look` }),
  title: 'Waiting to send',
  looked: 'What changed in the meantime',
  nothing: 'Everything is sent',
  goes: 'It’s on this phone and sends itself when you’re online. You can close the app.',
  goesWhenOpen:
    'It’s on this phone, which sends only while the app is open. Open it once when you’re online, within 7 days.',
  notLasting: 'This browser doesn’t save anything. Stay on this page until everything is sent.',
  sendNow: 'Send now',
  ready: 'OK',
  states: {
    kept: 'Waiting',
    sending: 'Sending',
    safe: 'Safe',
    refused: 'Not accepted',
    conflict: 'Changed in the meantime',
  },
  sending: (percent: number) => `Sending ${percent} %`,
  retry: 'Try again',
  deletePhoto: 'Delete this photo',
  deleteTitle: 'Delete this photo?',
  deleteBody: 'It’s only on this phone. If you delete it, it’s gone.',
  photo: (number: number) => `Photo ${number}`,
  way: (time: string) => `On the way ${time}`,
  started: (time: string) => `Started ${time}`,
  ticked: (time: string) => `Checklist ${time}`,
  passed: (time: string) => `Checkpoint ${time}`,
  done: (time: string) => `Done ${time}`,
  late: (minutes: number, time: string) => `Running ${minutes} min late ${time}`,
  onTime: (time: string) => `On time again ${time}`,
  ill: (time: string) => `Ill ${time}`,
  waiting: 'waiting to send',
  willBeSent: (time: string) => `Done ${time}. It sends when you’re online.`,
  notKept: 'We couldn’t save this on your phone. Try again.',
  full: 'This phone is full, so we couldn’t save this. Free up some space and try again.',
  lost: 'This photo is no longer on this phone.',
  changed: {
    cancelled: (time: string) => `The visit was canceled at ${time}.`,
    cancelledByCustomer: (time: string) => `The customer canceled this visit at ${time}.`,
    skipped: (time: string) => `The visit was skipped at ${time}.`,
    skippedByCustomer: (time: string) => `The customer skipped this visit at ${time}.`,
    reassigned: (time: string) => `This visit went to someone else at ${time}.`,
    tooLate: 'This visit is too long ago to complete automatically.',
    unknown: 'This visit changed before your work reached us.',
    photosSafe: (count: number) =>
      plural.en(count, { one: 'Your photo is safe.', other: (n) => `Your ${n} photos are safe.` }),
    photosHere: (count: number) =>
      plural.en(count, {
        one: '1 photo is still on this phone.',
        other: (n) => `${n} photos are still on this phone.`,
      }),
    officeNotified: 'We told the office.',
    noNeed: 'You don’t need to go there.',
    accepted: 'The office accepted it. You get paid for it.',
    dismissed: (note: string) => `The office didn’t accept it. ${note}`.trim(),
  },
  leave: {
    title: 'Not everything is sent',
    body: (count: number) =>
      plural.en(count, {
        one: '1 thing is only on this phone. If you sign out now, it is deleted.',
        other: (n) => `${n} things are only on this phone. If you sign out now, they are deleted.`,
      }),
    stay: 'Stay signed in',
    leave: 'Delete and sign out',
  },
}
