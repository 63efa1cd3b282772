/**
 * Changes that change nothing that anybody could see, each with the reason. Known by the line on which it is made, so
 * that a line that is written anew is judged anew.
 */
type Equivalent = {
  readonly file: string
  /** The line, without its margin. */
  readonly line: string
  /** What stands there, and what instead; `to` alone for a rule that needs no more. */
  readonly from: string
  readonly to: string
  readonly because: string
}

export const EQUIVALENT: readonly Equivalent[] = []
