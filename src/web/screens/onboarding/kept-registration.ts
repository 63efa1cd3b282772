/** What registrations keep in this browser between their steps. The password is kept nowhere. */
import { textOf } from '#contract/outside.ts'
import { WEEKDAYS } from '#domain/time.ts'
import { placeIn } from '#web/places/kept-place.ts'
import type { KeptForm } from '#web/steps/use-kept-draft.ts'
import { EMPTY_WORK, type Work } from './work-fields.tsx'

export type NewCustomer = { name: string; email: string; phone: string }
export type NewCrew = NewCustomer & Work

export const EMPTY_CUSTOMER: NewCustomer = { name: '', email: '', phone: '' }
export const EMPTY_CREW: NewCrew = { ...EMPTY_CUSTOMER, ...EMPTY_WORK }

export const NEW_CUSTOMER: KeptForm<NewCustomer> = { name: 'register-customer', version: 1, read: readPerson }

export const NEW_CREW: KeptForm<NewCrew> = {
  name: 'register-crew',
  version: 1,
  read: (kept, empty) => ({
    ...readPerson(kept, empty),
    base: placeIn(kept['base']),
    rangeFeet: typeof kept['rangeFeet'] === 'number' ? kept['rangeFeet'] : empty.rangeFeet,
    services: Array.isArray(kept['services'])
      ? kept['services'].filter((each) => typeof each === 'string')
      : empty.services,
    weekdays: WEEKDAYS.filter((day) => Array.isArray(kept['weekdays']) && kept['weekdays'].includes(day)),
    starts: textOf(kept['starts']) ?? empty.starts,
    ends: textOf(kept['ends']) ?? empty.ends,
    vehicle: textOf(kept['vehicle']) ?? empty.vehicle,
  }),
}

function readPerson(kept: Readonly<Record<string, unknown>>, empty: NewCustomer): NewCustomer {
  return {
    name: textOf(kept['name']) ?? empty.name,
    email: textOf(kept['email']) ?? empty.email,
    phone: textOf(kept['phone']) ?? empty.phone,
  }
}
