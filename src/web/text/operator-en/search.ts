/** Words of the operators' search. */
import { plural } from '#domain/plural.ts'

export const search = {
  title: 'Search',
  label: 'Name, address, phone, number or note',
  placeholder: 'Name, address, phone, number…',
  pages: 'Pages',
  pinned: 'Pinned',
  recent: 'Opened lately',
  found: 'Found',
  none: 'Nothing found. Try the beginning of a name or street, or the last four digits of a phone.',
  count: (n: number) => plural.en(n, { one: '1 result', other: (many) => `${many} results` }),
  start: 'Type the beginning of a name, an address, a phone or the number on a receipt.',
  pin: (name: string) => `Pin ${name}`,
  unpin: (name: string) => `Unpin ${name}`,
  removed: 'Removed',
  keys: 'Arrow keys move, Enter opens, Esc closes. Open this from anywhere with Ctrl K or /.',
  kinds: {
    customer: 'Customer',
    crew: 'Crew',
    operator: 'Operator',
    place: 'Place',
    complex: 'Complex',
    group: 'Group',
    note: 'Note',
    visit: 'Visit',
    job: 'Weekly job',
    order: 'Order',
    payment: 'Payment',
    invoice: 'Invoice',
    payout: 'Payout',
  },
}
