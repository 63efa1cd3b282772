/** A city before anything happens in it: who lives there, what they own and want, who works. */
import type { LatLng } from '#domain/geo.ts'
import type { Language } from '#domain/language.ts'
import type { CouponFacts } from '#domain/pricing/coupons.ts'
import type { LocalTime, Weekday } from '#domain/time.ts'

export type Person = {
  /** Names the person in draws of chance and in reports; the same in every city of the seed. */
  readonly key: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly locale: Language
  /** Day of the simulation on which the account is opened; the first is 0. */
  readonly joinsOnDay: number
  readonly sponsorKey: string | null
}

export type PropertyPlan = LatLng & {
  readonly name: string
  readonly address: string
  readonly groupName: string | null
  readonly accessNotes: string
}

export type JobPlan = {
  /** Into the customer's properties. */
  readonly propertyIndexes: readonly number[]
  readonly serviceKey: string
  readonly weekdays: readonly Weekday[]
  readonly quantity: number
  readonly window: { readonly start: LocalTime; readonly end: LocalTime } | null
  readonly notes: string
}

export type CustomerKind = 'home' | 'rentals' | 'portfolio'

export type CustomerPlan = Person & {
  readonly kind: CustomerKind
  /** A test card of the embedded provider; null: never saves one. */
  readonly cardNumber: string | null
  readonly couponCode: string | null
  readonly properties: readonly PropertyPlan[]
  /** Brings the properties as a file instead of one by one. */
  readonly importsFile: boolean
  readonly jobs: readonly JobPlan[]
}

export type CrewPlan = Person & {
  readonly base: LatLng & { readonly address: string }
  readonly rangeFeet: number
  readonly services: readonly string[]
  readonly hours: readonly {
    readonly weekday: Weekday
    readonly starts: LocalTime
    readonly ends: LocalTime
  }[]
  readonly vehicle: string
  /** Days after joining until there is a payout account; null: never. */
  readonly connectsAfterDays: number | null
  /** Whose jobs this crew takes before it looks for routes. */
  readonly takesFirstFrom: readonly string[]
}

export type CouponPlan = { readonly code: string } & CouponFacts

export type City = {
  readonly customers: readonly CustomerPlan[]
  readonly crews: readonly CrewPlan[]
  readonly coupons: readonly CouponPlan[]
}
