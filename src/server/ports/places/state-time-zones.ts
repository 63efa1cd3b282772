/** The time zone that most people of each US state live in, for providers that know the state and not the zone. */
import { DEFAULT_TIME_ZONE } from '#domain/time.ts'

const STATES_BY_ZONE: Readonly<Record<string, string>> = {
  'America/New_York':
    'Connecticut,Delaware,District of Columbia,Florida,Georgia,Maine,Maryland,Massachusetts,New Hampshire,New Jersey,New York,North Carolina,Ohio,Pennsylvania,Rhode Island,South Carolina,Vermont,Virginia,West Virginia',
  'America/Detroit': 'Michigan',
  'America/Indiana/Indianapolis': 'Indiana',
  'America/Kentucky/Louisville': 'Kentucky',
  'America/Chicago':
    'Alabama,Arkansas,Illinois,Iowa,Kansas,Louisiana,Minnesota,Mississippi,Missouri,Nebraska,North Dakota,Oklahoma,South Dakota,Tennessee,Texas,Wisconsin',
  'America/Denver': 'Colorado,Montana,New Mexico,Utah,Wyoming',
  'America/Boise': 'Idaho',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'California,Nevada,Oregon,Washington',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
}

const ZONE_BY_STATE = new Map(
  Object.entries(STATES_BY_ZONE).flatMap(([zone, states]) => states.split(',').map((state) => [state, zone])),
)

export function timeZoneOfState(state: string | undefined): string {
  return ZONE_BY_STATE.get(state ?? '') ?? DEFAULT_TIME_ZONE
}
