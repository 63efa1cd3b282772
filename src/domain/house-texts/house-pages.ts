/** The pages whose texts an operator publishes. */
export const HOUSE_PAGES = ['terms', 'privacy', 'help'] as const
export type HousePage = (typeof HOUSE_PAGES)[number]

/** What whoever opens an account agrees to. */
export const AGREED_TO = ['terms', 'privacy'] as const satisfies readonly HousePage[]
