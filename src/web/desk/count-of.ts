/** Queues are counted up to 100: beyond that nobody needs to know how many. */
export function countOf(count: number): string {
  return count > 99 ? '99+' : String(count)
}
