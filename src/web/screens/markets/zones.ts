/** Zones that a city of ours may have; a browser knows some four hundred more. */
const AMERICAN = [
  'America/New_York',
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Chicago',
  'America/Denver',
  'America/Boise',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

export function zoneOptions(current: string) {
  const all = [...new Set([current, ...AMERICAN])]
  return all.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}
