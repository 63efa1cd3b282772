/** Visits in a list are counted up to here; of a longer one it is said that there are more. */
export const MOST_VISITS_COUNTED = 1_000
