/** Whether a part of the app could not be downloaded, by the words of Chrome, Firefox and Safari. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message)
}
