/** What a complex is charged for by its apartments: all of them, however a booking counts. */

/** A booking's largest quantity; a larger complex is booked as so many. */
const MOST_BOOKED = 1_000

const COUNTED_BY_APARTMENT: ReadonlySet<string> = new Set(['valet_trash'])

/** The quantity with which a service must be booked at a complex of so many units; null where people choose it. */
export function apartmentsToBook(serviceKey: string, units: number | null): number | null {
  return units !== null && COUNTED_BY_APARTMENT.has(serviceKey) ? Math.min(units, MOST_BOOKED) : null
}
