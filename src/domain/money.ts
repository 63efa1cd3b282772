/** Money is integer cents. Only this file and the edge of the screen know how cents look or round. */

/** A whole number of US cents, positive or negative. */
export type Cents = number & { readonly __unit: 'cents' }

/** Hundredths of a percent: 70 % is 7000. */
export type BasisPoints = number & { readonly __unit: 'basisPoints' }

export function isCents(value: number): value is Cents {
  return Number.isSafeInteger(value)
}

/** Brands a number as cents. Throws RangeError on anything but a safe integer. */
export function cents(value: number): Cents {
  // Minus nought is nought.
  const amount = value === 0 ? 0 : value
  if (!isCents(amount)) throw new RangeError(`not a whole number of cents: ${value}`)
  return amount
}

export const ZERO_CENTS = cents(0)

/** Brands a number as basis points. Throws RangeError on fractions. */
export function basisPoints(value: number): BasisPoints {
  if (!isBasisPoints(value)) throw new RangeError(`not whole basis points: ${value}`)
  return value
}

function isBasisPoints(value: number): value is BasisPoints {
  return Number.isSafeInteger(value)
}

export function addCents(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((sum, amount) => sum + amount, 0))
}

export function subtractCents(from: Cents, amount: Cents): Cents {
  return cents(from - amount)
}

/** A share of an amount, rounded half to even, so that many small shares do not drift upwards. */
export function shareOf(amount: Cents, share: BasisPoints): Cents {
  const product = BigInt(amount) * BigInt(share)
  const sign = product < 0n ? -1n : 1n
  const size = product * sign
  const whole = size / 10_000n
  const rest = size % 10_000n
  const roundUp = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n)
  return cents(Number(sign * (roundUp ? whole + 1n : whole)))
}

/**
 * Splits a non-negative amount by weights with the largest-remainder method: the parts sum to the whole exactly,
 * ties go to the earlier part. Throws RangeError when no weight is positive.
 */
export function splitByWeights(amount: Cents, weights: readonly number[]): Cents[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (amount < 0 || total <= 0 || weights.some((weight) => weight < 0 || !Number.isSafeInteger(weight)))
    throw new RangeError('a split needs a non-negative amount and whole weights, at least one positive')
  const parts = weights.map((weight) => {
    const product = BigInt(amount) * BigInt(weight)
    return { floor: Number(product / BigInt(total)), rest: Number(product % BigInt(total)) }
  })
  let left = amount - parts.reduce((sum, part) => sum + part.floor, 0)
  const byRest = parts.map((_, index) => index).sort((a, b) => parts[b]!.rest - parts[a]!.rest)
  const shares = parts.map((part) => part.floor)
  for (const index of byRest) {
    if (left-- <= 0) break
    shares[index]! += 1
  }
  return shares.map(cents)
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const withCents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

type MoneyLook = {
  readonly prefix?: '' | '$'
  /** Also of a whole number, where it stands beside amounts that have cents. */
  readonly hasCents?: boolean
}

/** Money as text (seed §9): no decimals for whole numbers, else two, comma thousands; `$` unless told otherwise. */
export function formatCents(amount: Cents, { prefix = '$', hasCents = false }: MoneyLook = {}): string {
  const size = Math.abs(amount)
  const text = isWholeDollars(amount) && !hasCents ? whole.format(size / 100) : withCents.format(size / 100)
  return `${amount < 0 ? '-' : ''}${prefix}${text}`
}

export function isWholeDollars(amount: Cents): boolean {
  return amount % 100 === 0
}

/** How the amounts of one list are written: all with cents where one of them has cents. */
export function formatAlike(amounts: readonly (Cents | null)[]): (amount: Cents) => string {
  const hasCents = amounts.some((amount) => amount !== null && !isWholeDollars(amount))
  return (amount) => formatCents(amount, { hasCents })
}
