/** Who was signed in on a device last; its scripts write it, for what the document brings along. */
export const LAST_TYPE_COOKIE = 'crew_last_type'
