/** Names that calendars give to zones: the tz database's, Windows', and the former behind the prefix of a maker. */
import { isTimeZone } from '../time.ts'

/** Of CLDR `windowsZones`, as Outlook and Exchange write them: those of North America and of who lets places there. */
const OF_WINDOWS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Alaskan Standard Time': 'America/Anchorage',
    'Aleutian Standard Time': 'America/Adak',
    'Atlantic Standard Time': 'America/Halifax',
    'AUS Eastern Standard Time': 'Australia/Sydney',
    'Canada Central Standard Time': 'America/Regina',
    'Central America Standard Time': 'America/Guatemala',
    'Central Europe Standard Time': 'Europe/Budapest',
    'Central European Standard Time': 'Europe/Warsaw',
    'Central Standard Time': 'America/Chicago',
    'Central Standard Time (Mexico)': 'America/Mexico_City',
    'Eastern Standard Time': 'America/New_York',
    'Eastern Standard Time (Mexico)': 'America/Cancun',
    'GMT Standard Time': 'Europe/London',
    'Hawaiian Standard Time': 'Pacific/Honolulu',
    'India Standard Time': 'Asia/Kolkata',
    'Mountain Standard Time': 'America/Denver',
    'Mountain Standard Time (Mexico)': 'America/Mazatlan',
    'Newfoundland Standard Time': 'America/St_Johns',
    'Pacific Standard Time': 'America/Los_Angeles',
    'Pacific Standard Time (Mexico)': 'America/Tijuana',
    'Romance Standard Time': 'Europe/Paris',
    'SA Western Standard Time': 'America/La_Paz',
    'US Eastern Standard Time': 'America/Indiana/Indianapolis',
    'US Mountain Standard Time': 'America/Phoenix',
    'W. Europe Standard Time': 'Europe/Berlin',
    'Yukon Standard Time': 'America/Whitehorse',
  }),
)

/** Null for a name that the world does not know: its file may say what it means. */
export function zoneNamed(name: string): string | null {
  const ofWindows = OF_WINDOWS.get(name)
  if (ofWindows !== undefined) return ofWindows
  if (isTimeZone(name)) return name
  if (!name.startsWith('/')) return null
  const parts = name.split('/')
  for (const at of parts.keys()) {
    const rest = parts.slice(at + 1).join('/')
    if (rest !== '' && isTimeZone(rest)) return rest
  }
  return null
}
