/** Which days and which service are asked about: they stand in the address. */
import { addDays, isLocalDate, type LocalDate } from '#domain/time.ts'

export type AskedPeriod = { readonly from: LocalDate; readonly to: LocalDate; readonly serviceKey?: string }

const DAYS_AT_FIRST = 28

/** A period that is no period is the last four weeks until yesterday. */
export function askedIn(search: URLSearchParams, today: LocalDate): AskedPeriod {
  const yesterday = addDays(today, -1)
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const serviceKey = search.get('service') ?? ''
  const isPeriod = isLocalDate(from) && isLocalDate(to) && from <= to
  return {
    from: isPeriod ? from : addDays(yesterday, 1 - DAYS_AT_FIRST),
    to: isPeriod ? to : yesterday,
    ...(serviceKey === '' ? {} : { serviceKey }),
  }
}
