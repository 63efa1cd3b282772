/** Pages for testing are shut in production: to everybody, or to all but operators (threats, safe readings). */
import type { UrlKey, UserType } from '#web/urls.ts'

type Environment = 'development' | 'staging' | 'production'
/** `wait`: it is not known yet where we are. */
export type Shut = 'open' | 'wait' | 'missing' | 'forbidden'

const NEVER_IN_PRODUCTION: readonly UrlKey[] = ['myJobsStaging', 'design']
const FOR_OPERATORS: readonly UrlKey[] = ['placesTesting', 'timezoneTester']

export function shutFor(key: UrlKey, type: UserType | undefined, environment?: Environment): Shut {
  const isForOperators = FOR_OPERATORS.includes(key)
  if (!NEVER_IN_PRODUCTION.includes(key) && !isForOperators) return 'open'
  if (environment === undefined) return 'wait'
  if (environment !== 'production') return 'open'
  if (!isForOperators) return 'missing'
  return type === 'Operator' ? 'open' : 'forbidden'
}
