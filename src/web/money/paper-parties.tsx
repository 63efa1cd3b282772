/** Who writes a paper, and to whom: at its head on the screen, as in print. */
import { type BilledTo, billedToLines, type Letterhead, letterheadLines } from '#domain/billing/letterhead.ts'
import { headTexts } from '#domain/billing/letterhead-texts.ts'
import { useLanguage } from '#web/text/store.ts'

type PartiesProps = {
  letterhead: Letterhead
  /** Absent where the reader is the one it is for. */
  billedTo?: BilledTo & { readonly personName: string }
}

export function PaperParties({ letterhead, billedTo }: PartiesProps) {
  const texts = headTexts[useLanguage()]
  const [name, ...rest] = letterheadLines(letterhead, texts)
  const to = billedTo && billedToLines(billedTo, billedTo.personName, texts)
  return (
    <div className="flex flex-wrap justify-between gap-x-8 gap-y-3 border-b border-line pb-3 text-sm wrap-anywhere">
      <address className="not-italic">
        <strong className="block text-base">{name}</strong>
        <Lines lines={rest} />
      </address>
      {to && (
        <p>
          <Lines lines={to} />
        </p>
      )}
    </div>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <span key={`${index}`} className="block text-muted">
      {line}
    </span>
  ))
}
