/**
 * Says that whoever sends it reads what was changed just now. It lives for longer than a replica may be late (1 s)
 * and a process keeps the numbers of the business that it read there (2 s). Scripts set it,
 * too.
 */
export const FRESH_COOKIE = 'crew_fresh'
export const FRESH_SECONDS = 4
