/** What was done to whom, counted by its name. */
export type Deeds = Map<string, number>

export function count(deeds: Deeds, name: string, by = 1): void {
  if (by > 0) deeds.set(name, (deeds.get(name) ?? 0) + by)
}
