/** The codes of a complex to print and put up: one page a building, to be read by a camera and by people. */
import { buffer } from 'node:stream/consumers'
import { writeCheckpointCode } from '#domain/complexes/checkpoints.ts'
import type { BuildingId, ComplexId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findComplex } from '../complexes/queries.ts'
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
import { describeQrCode } from '../pictures/describe-qr-code.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { listCheckpoints } from './queries.ts'
import { checkpointTexts } from './texts.ts'

const COMPLEX: Style = { size: 14, weight: 'regular', colour: MUTED }
const BUILDING: Style = { size: 34, weight: 'bold', colour: INK }
const SAID: Style = { size: 14, weight: 'regular', colour: INK }
const CODE: Style = { size: 30, weight: 'bold', colour: INK }
const FOOT: Style = { size: 9, weight: 'regular', colour: MUTED }
/** Points: nearly five inches, read from some steps away. */
const QR_SIZE = 350
const GAP = 14

type Asked = { readonly complexId: ComplexId; readonly buildingId?: BuildingId | undefined }

export async function writeCheckpointsPdf(
  app: App,
  scope: CustomerScope,
  { complexId, buildingId }: Asked,
  locale: Language,
): Promise<FileReply> {
  const complex = await findComplex(app.db, scope, complexId)
  const asked = (await listCheckpoints(app.db, complexId)).flatMap(({ code, madeAt, ...row }) =>
    code === null || madeAt === null || (buildingId ?? row.buildingId) !== row.buildingId
      ? []
      : [{ ...row, code, madeAt }],
  )
  if (asked.length === 0) throw new Refused('not_found')
  const texts = checkpointTexts[locale]
  const paper = openPaper({ title: texts.title(complex.name) })
  for (const { name, code, madeAt } of asked) {
    paper.addPage()
    centred(paper, complex.name, COMPLEX)
    centred(paper, name, BUILDING)
    centred(paper, texts.scan, SAID)
    paper.y += GAP
    drawCode(paper, `${app.config.http.origin}/complex?point=${code}`)
    paper.y += GAP
    centred(paper, texts.type, SAID)
    centred(paper, writeCheckpointCode(code), CODE)
    paper.y += GAP
    centred(paper, texts.made(dateAt(madeAt, complex.time_zone)), FOOT)
  }
  paper.end()
  return {
    type: 'application/pdf',
    fileName: `checkpoints-${complexId.slice(0, 8)}.pdf`,
    content: await buffer(paper),
  }
}

function centred(paper: Paper, text: string, style: Style): void {
  for (const line of wrap(paper, text, paper.page.width - 2 * MARGIN, style)) {
    const top = paper.y
    writeLine(paper, line, { x: (paper.page.width - widthOf(paper, line, style)) / 2, y: top }, style)
    paper.y = top + style.size * LEADING
  }
}

function drawCode(paper: Paper, link: string): void {
  const { size, path } = describeQrCode(link)
  const top = paper.y
  paper
    .save()
    .translate((paper.page.width - QR_SIZE) / 2, top)
    .scale(QR_SIZE / size)
    .path(path)
    .fill('#000000')
    .restore()
  paper.y = top + QR_SIZE
}
