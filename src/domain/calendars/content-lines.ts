/**
 * Calendars as makers write them, brought to what RFC 5545 asks of a line: a text that ran over its line, days that do
 * not say that they are days, dates with dashes. What is written well stays as it is, without its folds.
 */

/** RFC 5545 §3.2–3.8 and RFC 7986; what is called otherwise and is no `X-` is the rest of the line before. */
const NAMES = new Set(
  (
    'BEGIN END CALSCALE METHOD PRODID VERSION NAME REFRESH-INTERVAL SOURCE COLOR IMAGE CONFERENCE ' +
    'ATTACH CATEGORIES CLASS COMMENT DESCRIPTION GEO LOCATION PERCENT-COMPLETE PRIORITY RESOURCES STATUS SUMMARY ' +
    'COMPLETED DTEND DUE DTSTART DURATION FREEBUSY TRANSP TZID TZNAME TZOFFSETFROM TZOFFSETTO TZURL ATTENDEE CONTACT ' +
    'ORGANIZER RECURRENCE-ID RELATED-TO URL UID EXDATE EXRULE RDATE RRULE ACTION REPEAT TRIGGER CREATED DTSTAMP ' +
    'LAST-MODIFIED SEQUENCE REQUEST-STATUS ACKNOWLEDGED'
  ).split(' '),
)
const TEXTS = new Set(['SUMMARY', 'DESCRIPTION', 'LOCATION', 'COMMENT', 'CONTACT', 'CATEGORIES'])
const MOMENTS = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)((?:;[\w-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/i
const DASHED = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(Z?))?$/

/** Readers take the square of their length for parameters; nobody has so many. */
const LONGEST_WITH_PARAMETERS = 5_000

/** Lines end with one letter each; the text has no empty ones. */
export function mendLines(text: string): string {
  const lines: string[][] = []
  let takesMore = false
  for (const line of unfold(text)) {
    const name = nameOf(line)
    if (name === null) {
      if (takesMore) lines.at(-1)?.push(line)
      continue
    }
    const isKept = line[name.length] !== ';' || line.length <= LONGEST_WITH_PARAMETERS
    if (isKept) lines.push([line])
    takesMore = isKept && (TEXTS.has(name) || name.startsWith('X-'))
  }
  return lines.map((parts) => mendMoment(parts.join('\\n'))).join('\n')
}

function unfold(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
}

function nameOf(line: string): string | null {
  const name = /^[A-Za-z0-9-]+(?=[;:])/.exec(line)?.[0].toUpperCase()
  return name !== undefined && (NAMES.has(name) || name.startsWith('X-')) ? name : null
}

/** A day says that it is one; what is said of its zone means nothing for it. */
function mendMoment(line: string): string {
  const [, name, parameters = '', value = ''] = MOMENTS.exec(line) ?? []
  if (name === undefined) return line
  const values = value.split(',').map((each) => withoutDashes(each.trim()))
  if (!values.every((each) => /^\d{8}$/.test(each))) return `${name}${parameters}:${values.join(',')}`
  const others = parameters.replace(/;(?:VALUE|TZID)=(?:"[^"]*"|[^";:]*)/gi, '')
  return `${name};VALUE=DATE${others}:${values.join(',')}`
}

function withoutDashes(value: string): string {
  const [, year, month, day, hour, minute, second = '00', zulu = ''] = DASHED.exec(value) ?? []
  if (year === undefined) return value
  return `${year}${month}${day}${hour === undefined ? '' : `T${hour}${minute}${second}${zulu}`}`
}
