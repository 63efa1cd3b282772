/**
 * Proof of who asks. A query that reads or changes somebody's data takes a scope, and only the session gate (and the
 * tasks, tests and simulation that stand in for it) can mint one.
 */
import type { ShareId, UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { rightsOf, type ShareRole } from '#domain/sharing/rights.ts'
import type { Instant } from '#domain/time.ts'

declare const minted: unique symbol

export type UserType = 'Customer' | 'Crew' | 'Operator'

/** Who looks after the places of somebody else, and how far. */
export type Helper = {
  readonly shareId: ShareId
  readonly userId: UserId
  readonly name: string
  readonly role: ShareRole
  readonly isWhole: boolean
}

export type SignedInUser = {
  readonly userId: UserId
  readonly type: UserType
  readonly marketId: string
  readonly name: string
  readonly email: string
  readonly locale: Language
  readonly timeZone: string
  readonly frozenUntil: Instant | null
  /** The operator who does this for it; absent where it acts itself. */
  readonly actedBy?: { readonly userId: UserId; readonly name: string }
  /** Who looks after its places and asks; absent where it asks itself. */
  readonly helper?: Helper
}

export type UserScope = SignedInUser & { readonly [minted]: true }
export type CustomerScope = UserScope & { readonly type: 'Customer' }
export type CrewScope = UserScope & { readonly type: 'Crew' }
export type OperatorScope = UserScope & { readonly type: 'Operator' }

export function isCustomer(scope: UserScope | null): scope is CustomerScope {
  return scope?.type === 'Customer'
}

export function isOperator(scope: UserScope): scope is OperatorScope {
  return scope.type === 'Operator'
}

/** Whether what is of the whole account, as its card and its bills, is for whoever asks. */
export function seesAccountMoney({ helper }: UserScope): boolean {
  return helper === undefined || (helper.isWhole && rightsOf(helper.role).includes('pay'))
}

/** What a query reads of a person who then asks as one. */
export const SCOPE_COLUMNS = [
  'users.id as user_id',
  'users.type',
  'users.market_id',
  'users.name',
  'users.email',
  'users.locale',
  'users.time_zone',
  'users.frozen_until',
] as const

type ScopeRow<Type extends UserType> = {
  readonly user_id: UserId
  readonly type: Type
  readonly market_id: string
  readonly name: string
  readonly email: string
  readonly locale: Language
  readonly time_zone: string
  readonly frozen_until: Instant | null
}

/** For those who may mint. */
export function mintScopeOf<Type extends UserType>(
  row: ScopeRow<Type>,
  by: Pick<SignedInUser, 'actedBy' | 'helper'> = {},
): UserScope & { readonly type: Type } {
  return mintScope({
    ...by,
    userId: row.user_id,
    type: row.type,
    marketId: row.market_id,
    name: row.name,
    email: row.email,
    locale: row.locale,
    timeZone: row.time_zone,
    frozenUntil: row.frozen_until,
  })
}

/** Only the session gate, tasks, tests and the simulation may call this (the architecture test says who). */
export function mintScope<User extends SignedInUser>(user: User): User & { readonly [minted]: true } {
  return user as User & { readonly [minted]: true }
}
