/** What the small script of a drawn page hands to the large one. */
type FirstTaps = {
  /** In the order in which they were tapped; of the page as it was drawn. */
  readonly elements: readonly Element[]
  readonly stop: () => void
}

declare global {
  interface Window {
    crewFirstTaps?: FirstTaps
  }
}
