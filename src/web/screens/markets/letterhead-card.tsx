/** Who we are on a city's papers, as they will bear it. */
import { lazy, Suspense, useState } from 'react'
import { letterheadLines } from '#domain/billing/letterhead.ts'
import { headTexts } from '#domain/billing/letterhead-texts.ts'
import { Only } from '#web/session/may.tsx'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Market } from './market-type.ts'

const LetterheadDialog = lazy(async () => ({
  default: (await import('./letterhead-dialog.tsx')).LetterheadDialog,
}))

export function LetterheadCard({ market }: { market: Market }) {
  const { letterhead: texts } = useText().markets
  const language = useLanguage()
  const [isEditing, setEditing] = useState(false)
  const { letterhead, supportEmail, supportPhone } = market
  const lines = letterheadLines(
    { ...letterhead, supportEmail: supportEmail ?? '', supportPhone: supportPhone ?? '' },
    headTexts[language],
  )
  return (
    <Card title={texts.title}>
      <div className="grid gap-3">
        <p className="text-muted">{texts.body}</p>
        {letterhead.version === 0 ? (
          <Banner tone="warn">{texts.missing}</Banner>
        ) : (
          <address className="wrap-anywhere not-italic">
            {lines.map((line, index) => (
              <span key={line} className={index === 0 ? 'block font-semibold' : 'block text-muted'}>
                {line}
              </span>
            ))}
          </address>
        )}
        <div>
          <Only may="catalogue">
            <Button onClick={() => setEditing(true)}>{texts.change}</Button>
          </Only>
        </div>
      </div>
      {isEditing && (
        <Suspense fallback={null}>
          <LetterheadDialog market={market} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}
