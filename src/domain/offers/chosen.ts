/** Crews that a customer chose for a place: each is asked alone, in the customer's order, before the waves begin. */

/** More would keep a visit from everybody else for too long. */
export const MOST_CHOSEN = 3

/** Whom to ask alone now; null where the waves may begin. `suited` are the crews that the visit suits. */
export function nextChosen<CrewId extends string>(input: {
  chosen: readonly CrewId[]
  suited: readonly CrewId[]
  asked: readonly string[]
}): CrewId | null {
  const { chosen, suited, asked } = input
  return chosen.find((id) => suited.includes(id) && !asked.includes(id)) ?? null
}

/** What is wrong with a list: a crew twice, or one that the customer does not know. Null where nothing is. */
export function faultInChosen(
  chosen: readonly string[],
  known: readonly string[],
): 'chosen_twice' | 'chosen_unknown' | null {
  if (new Set(chosen).size < chosen.length) return 'chosen_twice'
  return chosen.every((id) => known.includes(id)) ? null : 'chosen_unknown'
}
