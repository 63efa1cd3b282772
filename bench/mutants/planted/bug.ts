/** A bug that somebody could make, and the test that has to see it. */
export type Bug = {
  /** In words, as somebody would report it. */
  readonly bug: string
  readonly file: string
  /** What stands in the file once, and what the bug has in its place. */
  readonly from: string
  readonly to: string
  /** The test that sees it: its file, and its title as it is written there. */
  readonly test: readonly [file: string, title: string]
}
