import { currentText } from '#web/text/store.ts'

/** What to tell people of a failure: what it says itself, which our server's answers always do. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : currentText().ui.somethingWrong
}
