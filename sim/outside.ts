/**
 * What is true outside, written by hand: who has sold which nights of which rental, whatever the product was told of it.
 * The invariants of stays judge the product by this, and by no rule of its own.
 */
import type { PropertyId } from '#domain/ids.ts'
import type { Platform } from '#domain/stays/stay.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { DoubleHost, DoubleWorld } from '#testing/hospitable/world.ts'

export type Channel = Extract<Platform, 'airbnb' | 'vrbo'>

export type Booking = {
  readonly number: number
  readonly channel: Channel
  readonly guests: number
  from: LocalDate
  to: LocalDate
  isCancelled: boolean
  /** Some platforms name an event anew when its days change. */
  renamed: number
}

export type Rental = {
  readonly key: string
  readonly customerKey: string
  readonly propertyId: PropertyId
  readonly bedrooms: number
  readonly channels: readonly { readonly channel: Channel; readonly url: string }[]
  readonly bookings: Booking[]
  /** Also told by Hospitable, under this id. */
  hospitableId: string | null
  isTurnedOn: boolean
  /** When anything of it changed last, and how often it did. */
  changedAt: Instant
  changes: number
  /** When each channel said the whole truth since then; `hospitable` is one of them. */
  readonly truths: Map<string, Instant[]>
  /** Feeds whose last answer left something out. */
  readonly gaps: Set<string>
}

type BulkFault = { readonly customer: string; readonly job: string; readonly wrong: string }

export type Outside = {
  readonly rentals: Rental[]
  /** What an undone change did not bring back. */
  readonly faults: BulkFault[]
  readonly hospitable: DoubleWorld
  /** By the customer's key. */
  readonly hosts: Map<string, DoubleHost>
  /** How many acts of helpers the product has said yes to. */
  helperActs: number
}

export function createOutside(hospitable: DoubleWorld): Outside {
  return { rentals: [], faults: [], hospitable, hosts: new Map(), helperActs: 0 }
}

/** Every source has to say it again before the product can know. */
export function changed(rental: Rental, now: Instant): void {
  rental.changedAt = now
  rental.changes += 1
  rental.truths.clear()
}

export function noteTruth(rental: Rental, source: string, now: Instant): void {
  rental.truths.set(source, [...(rental.truths.get(source) ?? []), now])
}

/** Longer than a feed may lack an event without its being cancelled. */
const APART_MS = 11 * 60_000

/** Every source has told the truth often enough that even what is missing is believed. */
export function isKnown(rental: Rental): boolean {
  const feeds = rental.channels.every(({ channel }) => {
    const truths = rental.truths.get(channel) ?? []
    return truths.length > 1 && truths.at(-1)! - truths[0]! >= APART_MS
  })
  return feeds && (rental.hospitableId === null || rental.truths.has('hospitable'))
}

export function booked({ bookings }: Rental): Booking[] {
  return bookings.filter(({ isCancelled }) => !isCancelled)
}

export function codeOf({ key }: Rental, { number }: Pick<Booking, 'number'>): string {
  const letters = [...key].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
  return `HM${String(letters).padStart(7, 'A')}${number}`
}
