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
import { INK, MARGIN, MUTED, openPaper, type Paper } from '../papers/open-paper.ts'
import type { CustomerScope } from '../scope.ts'
import { toBuilding } from './building-queries.ts'
import { exceptionsFrom } from './exception-queries.ts'
import { buildingsOfNight, findNight, violationsOf } from './night-queries.ts'
import { reportTexts } from './report-texts.ts'

const PHOTO = { width: 150, height: 100 }
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
  paper.font('Helvetica').fontSize(10).fillColor(MUTED)
  paper.text(texts.title.toUpperCase(), { characterSpacing: 1 })
  paper.font('Helvetica-Bold').fontSize(22).fillColor(INK).text(night.complex_name)
  paper.font('Helvetica').fontSize(11).fillColor(MUTED).text(night.address)
  paper.moveDown(0.6)
  paper.fontSize(12).fillColor(INK).text(texts.night(night.date))
  const doneAt = crew === undefined ? null : night.completed_at
  paper.text(doneAt === null ? texts.notDone : texts.doneBy(crew ?? '', timeOf(doneAt)))
  paper.font('Helvetica-Bold').text(texts.summary(checkedCount, buildingCount, violations.length))
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
        units,
        ...(out.length > 0 ? [texts.doorsLeftOut(out.join(', '))] : []),
      ],
      picture: pictures.get(row.photo_id ?? ''),
    })
  }
}

function writeViolations(paper: Paper, { violations, pictures, texts, timeOf }: Facts): void {
  section(paper, texts.violations)
  if (violations.length === 0) line(paper, texts.noViolations)
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
    line(paper, `${building}${door}: ${each.note === '' ? texts.leftOut : each.note}`)
  }
}

function section(paper: Paper, title: string): void {
  if (paper.y > paper.page.height - MARGIN - 80) paper.addPage()
  paper.moveDown(1)
  paper.font('Helvetica-Bold').fontSize(14).fillColor(INK).text(title)
  paper.moveDown(0.3)
}

function line(paper: Paper, text: string): void {
  paper.font('Helvetica').fontSize(10.5).fillColor(INK).text(text)
}

/** Words on the left, the photo on the right; never torn over two pages. */
function entry(
  paper: Paper,
  { title, lines, picture }: { title: string; lines: readonly string[]; picture: Buffer | undefined },
): void {
  const width = paper.page.width - 2 * MARGIN - PHOTO.width - 16
  paper.font('Helvetica').fontSize(10)
  const textHeight = 16 + lines.reduce((sum, text) => sum + paper.heightOfString(text, { width }) + 2, 0)
  const height = Math.max(textHeight, picture === undefined ? 0 : PHOTO.height) + 10
  if (paper.y + height > paper.page.height - MARGIN - 24) paper.addPage()
  const top = paper.y
  if (picture !== undefined)
    paper.image(picture, paper.page.width - MARGIN - PHOTO.width, top, {
      fit: [PHOTO.width, PHOTO.height],
      align: 'right',
    })
  paper.font('Helvetica-Bold').fontSize(11).fillColor(INK).text(title, MARGIN, top, { width })
  for (const text of lines) paper.font('Helvetica').fontSize(10).fillColor(MUTED).text(text, { width })
  paper.x = MARGIN
  paper.y = top + height
}

function footers(paper: Paper, { texts, night }: Facts, time: string): void {
  const { start, count } = paper.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    paper.switchToPage(page)
    // Below the margin, where text would otherwise begin a page of its own.
    paper.page.margins.bottom = 0
    const y = paper.page.height - MARGIN + 12
    const width = paper.page.width - 2 * MARGIN
    paper.font('Helvetica').fontSize(8.5).fillColor(MUTED)
    paper.text(texts.made(time, night.time_zone), MARGIN, y, { width, lineBreak: false })
    paper.text(texts.page(page + 1, count), MARGIN, y, { width, align: 'right', lineBreak: false })
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
