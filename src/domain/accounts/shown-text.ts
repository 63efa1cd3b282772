/** Which text people can be shown, whether it was typed or stands in a file: one rule for every way in. */

/** Controls, which draw nothing and which PostgreSQL or a mail header would trip over; breaks of lines are none. */
const CONTROL = /[^\P{Cc}\t\n\r]/u
/** Turns what stands behind it round, so that a name reads otherwise than it is. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/
/** Not blank, not without width, not a mark that sits on another letter, not one of the fillers that draw nothing. */
const SEEN = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u

/** It reads as it is written. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text) && !DIRECTIONS.test(text)
}

/** Something of it is seen. */
export function isSeen(text: string): boolean {
  return SEEN.test(text)
}

/** A cell of a file as one line: breaks and tabs become spaces; '' where nothing would be seen. */
export function cellText(text: string | undefined): string {
  const cleaned = (text ?? '')
    .replace(/^\uFEFF/, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
  return isPlainText(cleaned) && !isSeen(cleaned) ? '' : cleaned
}
