/** The proof of one night as a PDF: what a manager files, forwards to the owner, or shows a tenant. */

import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { firstName } from '#domain/accounts/first-name.ts'
import { exceptionsOn, isLeftOut, progressOf, unitsLeftOut } from '#domain/complexes/round.ts'
import type { PhotoId, VisitId } from '#domain/ids.ts'
import { INTL_TAGS, type Language } from '#domain/language.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { FileReply } from '../http/handler.ts'
import {
  INK,
  LEADING,
  MARGIN,
  MUTED,
  openPaper,
  type Paper,
  type Style,
  widthOf,
  wrap,
  writeLine,
} from '../papers/open-paper.ts'
import type { CustomerScope } from '../scope.ts'
import { toBuilding } from './building-queries.ts'
import { exceptionsFrom } from './exception-queries.ts'
import { buildingsOfNight, findNight, violationsOf } from './night-queries.ts'
import { reportTexts } from './report-texts.ts'

const PHOTO = { width: 150, height: 100 }
const TITLE: Style = { size: 10, weight: 'regular', colour: MUTED }
const NAME: Style = { size: 22, weight: 'bold', colour: INK }
const ADDRESS: Style = { size: 11, weight: 'regular', colour: MUTED }
const FACT: Style = { size: 12, weight: 'regular', colour: INK }
const SUM: Style = { size: 12, weight: 'bold', colour: INK }
const SECTION: Style = { size: 14, weight: 'bold', colour: INK }
const LINE: Style = { size: 10.5, weight: 'regular', colour: INK }
const ENTRY: Style = { size: 11, weight: 'bold', colour: INK }
const DETAIL: Style = { size: 10, weight: 'regular', colour: MUTED }
const FOOT: Style = { size: 8.5, weight: 'regular', colour: MUTED }
const GAP = 8
/** Of more photos than this the rest stays in the app: a file must stay fit for mail. */
const PHOTOS_AT_MOST = 80

export async function writeNightReport(
  app: App,
  scope: CustomerScope,
  visitId: VisitId,
  locale: Language,
): Promise<FileReply> {
  const night = await findNight(app.db, scope, visitId)
  const [buildings, exceptions, violations] = await Promise.all([
    buildingsOfNight(app.db, night),
    exceptionsFrom(app.db, night.complex_id, night.date),
    violationsOf(app.db, visitId),
  ])
  const facts: Facts = {
    night,
    buildings,
    violations,
    tonight: exceptionsOn(exceptions, night.date),
    pictures: await readPictures(app, [...buildings, ...violations]),
    texts: reportTexts[locale],
    timeOf: (at) => clock(at, night.time_zone, locale),
  }
  // Kept until the end, since only then the number of its pages is known.
  const paper = openPaper({ title: `${night.complex_name}, ${night.date}`, keepsPages: true })
  heading(paper, facts)
  writeBuildings(paper, facts)
  writeViolations(paper, facts)
  writeExceptions(paper, facts)
  const now = app.ports.clock.now()
  footers(paper, facts, `${dateAt(now, night.time_zone)} ${facts.timeOf(now)}`)
  paper.end()
  return {
    type: 'application/pdf',
    fileName: `proof-${night.date}-${visitId.slice(0, 8)}.pdf`,
    content: await buffer(paper),
  }
}

type Facts = {
  readonly night: Awaited<ReturnType<typeof findNight>>
  readonly buildings: Awaited<ReturnType<typeof buildingsOfNight>>
  readonly violations: Awaited<ReturnType<typeof violationsOf>>
  readonly tonight: Awaited<ReturnType<typeof exceptionsFrom>>
  readonly pictures: ReadonlyMap<string, Buffer>
  readonly texts: typeof reportTexts.en
  readonly timeOf: (at: Instant) => string
}
type Pictured = { readonly photo_id: PhotoId | null; readonly storage_key: string | null }

function heading(paper: Paper, { night, buildings, violations, tonight, texts, timeOf }: Facts): void {
  const checks = buildings.map((row) => ({ id: row.id, checkedAt: row.checked_at }))
  const { checkedCount, buildingCount } = progressOf(checks, tonight)
  const crew = night.crew_name === null ? undefined : firstName(night.crew_name)
  write(paper, texts.title.toUpperCase(), TITLE)
  write(paper, night.complex_name, NAME)
  write(paper, night.address, ADDRESS)
  paper.y += GAP
  write(paper, texts.night(night.date), FACT)
  const doneAt = crew === undefined ? null : night.completed_at
  write(paper, doneAt === null ? texts.notDone : texts.doneBy(crew ?? '', timeOf(doneAt)), FACT)
  write(paper, texts.summary(checkedCount, buildingCount, violations.length), SUM)
}

function writeBuildings(paper: Paper, { buildings, tonight, pictures, texts, timeOf }: Facts): void {
  section(paper, texts.buildings)
  for (const row of buildings) {
    const { name, unitCount, units } = toBuilding(row)
    const out = unitsLeftOut(tonight, row.id)
    const notDone = isLeftOut(tonight, row.id) ? texts.leftOut : texts.notChecked
    entry(paper, {
      title: `${name} · ${texts.doors(unitCount)}`,
      lines: [
        row.checked_at === null ? notDone : texts.checked(timeOf(row.checked_at)),
        ...(row.passed_at === null || row.passer_name === null
          ? []
          : [texts.passed(firstName(row.passer_name), timeOf(row.passed_at), row.distance_feet)]),
        units,
        ...(out.length > 0 ? [texts.doorsLeftOut(out.join(', '))] : []),
      ],
      picture: pictures.get(row.photo_id ?? ''),
    })
  }
}

function writeViolations(paper: Paper, { violations, pictures, texts, timeOf }: Facts): void {
  section(paper, texts.violations)
  if (violations.length === 0) write(paper, texts.noViolations, LINE)
  for (const row of violations)
    entry(paper, {
      title:
        row.unit_label === null ? row.building_name : `${row.building_name}, ${texts.door(row.unit_label)}`,
      lines: [
        `${texts.kinds[row.kind]} · ${timeOf(row.reported_at)}`,
        ...(row.note === '' ? [] : [row.note]),
      ],
      picture: pictures.get(row.photo_id),
    })
}

function writeExceptions(paper: Paper, { buildings, tonight, texts }: Facts): void {
  if (tonight.length > 0) section(paper, texts.exceptions)
  for (const each of tonight) {
    const building = buildings.find((row) => row.id === each.buildingId)?.name ?? texts.wholeComplex
    const door = each.unitLabel === null ? '' : `, ${texts.door(each.unitLabel)}`
    write(paper, `${building}${door}: ${each.note === '' ? texts.leftOut : each.note}`, LINE)
  }
}

function section(paper: Paper, title: string): void {
  keepTogether(paper, 80)
  paper.y += 2 * GAP
  write(paper, title, SECTION)
  paper.y += GAP / 2
}

/** Words on the left, the photo on the right; never torn over two pages. */
function entry(
  paper: Paper,
  { title, lines, picture }: { title: string; lines: readonly string[]; picture: Buffer | undefined },
): void {
  const width = innerOf(paper) - PHOTO.width - 2 * GAP
  const textHeight =
    heightOf(paper, title, ENTRY, width) +
    lines.reduce((sum, text) => sum + heightOf(paper, text, DETAIL, width), 0)
  const height = Math.max(textHeight, picture === undefined ? 0 : PHOTO.height) + GAP
  keepTogether(paper, height)
  const top = paper.y
  if (picture !== undefined) {
    const place = { fit: [PHOTO.width, PHOTO.height] satisfies [number, number], align: 'right' as const }
    paper.image(picture, paper.page.width - MARGIN - PHOTO.width, top, place)
    paper.y = top
  }
  write(paper, title, ENTRY, width)
  for (const text of lines) write(paper, text, DETAIL, width)
  // Words that are longer than a page went on to the next one.
  if (paper.y > top) paper.y = top + height
}

/** Line below line from where the paper stands, onto the next page where this one is full. */
function write(paper: Paper, text: string, style: Style, width = innerOf(paper)): void {
  for (const line of wrap(paper, text, width, style)) {
    const height = style.size * LEADING
    keepTogether(paper, height)
    const top = paper.y
    writeLine(paper, line, { x: MARGIN, y: top }, style)
    paper.y = top + height
  }
}

function keepTogether(paper: Paper, height: number): void {
  if (paper.y > MARGIN && paper.y + height > paper.page.height - MARGIN - 24) paper.addPage()
}

function heightOf(paper: Paper, text: string, style: Style, width: number): number {
  return wrap(paper, text, width, style).length * style.size * LEADING
}

function innerOf(paper: Paper): number {
  return paper.page.width - 2 * MARGIN
}

function footers(paper: Paper, { texts, night }: Facts, time: string): void {
  const { start, count } = paper.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    paper.switchToPage(page)
    // Below the margin, where text would otherwise begin a page of its own.
    paper.page.margins.bottom = 0
    const y = paper.page.height - MARGIN + 12
    const number = texts.page(page + 1, count)
    writeLine(paper, texts.made(time, night.time_zone), { x: MARGIN, y }, FOOT)
    writeLine(paper, number, { x: paper.page.width - MARGIN - widthOf(paper, number, FOOT), y }, FOOT)
  }
}

/** As JPEG, since PDF knows no WebP; a photo that is lost leaves its place empty. */
async function readPictures(app: App, rows: readonly Pictured[]): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  for (const { photo_id: photoId, storage_key: key } of rows) {
    if (photoId === null || key === null || pictures.size >= PHOTOS_AT_MOST) continue
    const stored = await app.ports.photos.get(key)
    if (stored === null) continue
    const small = sharp(await buffer(stored)).resize({ width: 450, height: 300, fit: 'inside' })
    pictures.set(photoId, await small.jpeg({ quality: 75 }).toBuffer())
  }
  return pictures
}

function clock(at: Instant, zone: string, locale: Language): string {
  return new Intl.DateTimeFormat(INTL_TAGS[locale], {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)
}
