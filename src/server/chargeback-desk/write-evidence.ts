/** The evidence as a PDF: what the operator reads before, and the bank after. The same facts make the same file. */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { firstName } from '#domain/accounts/first-name.ts'
import type { EvidencePart } from '#domain/billing/chargebacks.ts'
import { brandName } from '#domain/billing/receipt.ts'
import type { ChargebackId } from '#domain/ids.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
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
  wrap,
  writeLine,
} from '../papers/open-paper.ts'
import type { ChargebackEvidence } from '../ports/payments/port.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findChargeback } from './queries.ts'
import { type Evidence, readEvidence } from './read-evidence.ts'
import { evidenceTexts as texts } from './texts.ts'

const TITLE: Style = { size: 18, weight: 'bold', colour: INK }
const SECTION: Style = { size: 13, weight: 'bold', colour: INK }
const LINE: Style = { size: 10, weight: 'regular', colour: INK }
const SMALL: Style = { size: 9, weight: 'regular', colour: MUTED }
const PHOTO = { width: 250, height: 170 }
const GAP = 8
/** Providers take files of up to 5 MB. */
const PHOTOS_AT_MOST = 24

type Visit = Evidence['visits'][number]

/** What will go, or, once it was sent, what went. */
export async function writeEvidence(
  app: App,
  scope: OperatorScope,
  asked: { readonly id: ChargebackId; readonly note: string; readonly without: readonly EvidencePart[] },
): Promise<FileReply> {
  const row = await findChargeback(app.db, scope, asked.id)
  if (row === undefined) throw new Refused('not_found')
  const wanted =
    row.evidence_sent_at === null
      ? { ...row, evidence_note: asked.note, evidence_without: [...asked.without] }
      : row
  const evidence = await readEvidence(app, wanted)
  return {
    type: 'application/pdf',
    fileName: `evidence-${asked.id.slice(0, 8)}.pdf`,
    content: await buffer(await drawEvidence(app, evidence, row.answered_at ?? app.ports.clock.now())),
  }
}

/** The fields of the provider's form. */
export function describeEvidence({ row, visits }: Evidence): Omit<ChargebackEvidence, 'document'> {
  const done = visits.map((visit) =>
    texts.statementVisit(
      visit.service_name,
      visit.date,
      visit.completed_at === null ? null : time(visit.completed_at, visit.time_zone),
      visit.photos.length,
    ),
  )
  return {
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    serviceDate: visits[0]?.date ?? new Date(row.paid_at ?? row.opened_at).toISOString().slice(0, 10),
    productDescription: [...new Set(visits.map((visit) => visit.service_name))].join(', '),
    refundPolicy: texts.refundPolicy,
    statement: texts.statement(done.join(' '), row.evidence_note),
  }
}

export async function drawEvidence(app: App, evidence: Evidence, at: Instant): Promise<Paper> {
  const { row, visits, history, acceptances } = evidence
  const has = (part: EvidencePart) => !row.evidence_without.includes(part)
  const paper = openPaper({ title: texts.title, keepsPages: true })
  paper.info.CreationDate = new Date(at)
  writeHead(paper, evidence)
  if (row.evidence_note !== '') {
    section(paper, texts.note)
    write(paper, row.evidence_note, LINE)
  }
  if (has('history')) {
    section(paper, texts.history)
    write(paper, texts.since(time(row.customer_since, row.customer_zone)), LINE)
    for (const { page, version, accepted_at } of acceptances)
      write(paper, texts.agreed(page, version, time(accepted_at, row.customer_zone)), LINE)
    write(paper, texts.earlier(history.paidCount, formatCents(history.paidCents)), LINE)
    if (history.chargebackCount > 0) write(paper, texts.chargebacks(history.chargebackCount), LINE)
  }
  let photosLeft = PHOTOS_AT_MOST
  for (const visit of visits) {
    writeVisit(paper, visit)
    if (has('photos')) {
      const shown = visit.photos.slice(0, photosLeft)
      photosLeft -= shown.length
      await writePhotos(app, paper, visit, shown)
    }
    if (has('messages')) writeMessages(paper, visit)
  }
  foot(paper, time(at, row.customer_zone))
  paper.end()
  return paper
}

function writeHead(paper: Paper, { row }: Evidence): void {
  const card =
    row.charged_brand === null || row.charged_last4 === null
      ? ''
      : texts.card(brandName(row.charged_brand), row.charged_last4)
  write(paper, texts.title, TITLE)
  write(paper, texts.amount(cents(row.amount_cents)), SECTION)
  write(paper, texts.reason(row.reason), LINE)
  write(paper, texts.customer(row.customer_name, row.customer_email), LINE)
  if (row.paid_at !== null)
    write(
      paper,
      texts.paid(formatCents(cents(row.total_cents)), time(row.paid_at, row.customer_zone), card),
      LINE,
    )
  if (row.refunded_cents > 0) write(paper, texts.refunded(formatCents(cents(row.refunded_cents))), LINE)
}

function writeVisit(paper: Paper, visit: Visit): void {
  const zone = visit.time_zone
  section(paper, texts.visit(visit.service_name, visit.date))
  write(paper, texts.place(visit.place_name, visit.address ?? ''), LINE)
  write(paper, texts.price(formatCents(cents(visit.amount_cents))), LINE)
  write(paper, texts.window(time(visit.starts_at, zone), time(visit.ends_at, zone)), LINE)
  if (visit.crew_name !== null) write(paper, texts.crew(firstName(visit.crew_name)), LINE)
  if (visit.started_at !== null) write(paper, texts.started(time(visit.started_at, zone)), LINE)
  write(
    paper,
    visit.completed_at === null ? texts.notCompleted : texts.completed(time(visit.completed_at, zone)),
    LINE,
  )
  if (visit.completed_lat !== null && visit.completed_lng !== null)
    write(
      paper,
      texts.position(
        visit.completed_lat.toFixed(5),
        visit.completed_lng.toFixed(5),
        visit.completed_distance_feet,
      ),
      LINE,
    )
}

/** Two beside each other, each with the time at which it was taken. */
async function writePhotos(app: App, paper: Paper, visit: Visit, photos: Visit['photos']): Promise<void> {
  if (photos.length === 0) return
  write(paper, texts.photos(photos.length), SMALL)
  for (let index = 0; index < photos.length; index += 2) {
    keepTogether(paper, PHOTO.height + 3 * GAP)
    const top = paper.y
    for (const [column, photo] of photos.slice(index, index + 2).entries()) {
      const x = MARGIN + column * (PHOTO.width + GAP)
      const picture = await readPicture(app, photo.storage_key)
      if (picture !== null) paper.image(picture, x, top, { fit: [PHOTO.width, PHOTO.height] })
      const taken = texts.taken(
        time(photo.taken_at ?? visit.completed_at ?? visit.starts_at, visit.time_zone),
      )
      writeLine(paper, taken, { x, y: top + PHOTO.height + 2 }, SMALL)
    }
    paper.y = top + PHOTO.height + 3 * GAP
  }
}

function writeMessages(paper: Paper, { messages, time_zone: zone }: Visit): void {
  if (messages.length === 0) return
  write(paper, texts.messages, SMALL)
  for (const { created_at: at, sender_role: role, text } of messages)
    write(paper, `${time(at, zone)} · ${texts.senders[role]}: ${text}`, LINE)
}

/** As JPEG, since PDF knows no WebP; a photo that is lost leaves its place empty. */
async function readPicture(app: App, key: string): Promise<Buffer | null> {
  const stored = await app.ports.photos.get(key)
  if (stored === null) return null
  const small = sharp(await buffer(stored)).resize({ width: 800, height: 544, fit: 'inside' })
  return small.jpeg({ quality: 75 }).toBuffer()
}

function section(paper: Paper, title: string): void {
  keepTogether(paper, 90)
  paper.y += 2 * GAP
  write(paper, title, SECTION)
}

function write(paper: Paper, text: string, style: Style): void {
  for (const paragraph of text.split('\n'))
    for (const line of wrap(paper, paragraph, paper.page.width - 2 * MARGIN, style)) {
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

function foot(paper: Paper, at: string): void {
  const { start, count } = paper.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    paper.switchToPage(page)
    paper.page.margins.bottom = 0
    const y = paper.page.height - MARGIN + 12
    writeLine(paper, `${texts.made(at)} · ${texts.page(page + 1, count)}`, { x: MARGIN, y }, SMALL)
  }
}

function time(at: Instant, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(at)
}
