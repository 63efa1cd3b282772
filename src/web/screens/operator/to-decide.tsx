/** A page of what waits for an operator's decision, and of what was decided: chips above, the list below. */
import type { ReactNode } from 'react'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { Page } from '#web/ui/page.tsx'

type ToDecideProps = {
  texts: { title: string; subtitle: string; decided: string; toDecide: (count: number) => string }
  waitingCount: number | undefined
  isDecided: boolean
  onShow: (isDecided: boolean) => void
  children: ReactNode
}

export function ToDecide({ texts, waitingCount = 0, isDecided, onShow, children }: ToDecideProps) {
  return (
    <Page title={texts.title} subtitle={texts.subtitle} width="wide">
      <ChipGroup
        label={texts.title}
        isLabelHidden
        name="shown"
        options={[
          { value: 'waiting', label: texts.toDecide(waitingCount) },
          { value: 'decided', label: texts.decided },
        ]}
        value={isDecided ? 'decided' : 'waiting'}
        onChange={(shown) => onShow(shown === 'decided')}
      />
      {children}
    </Page>
  )
}
