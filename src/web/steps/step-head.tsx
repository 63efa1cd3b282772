/** What stands above each step: where one is, the way to the step before, and the way to begin anew. */
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import type { Steps } from './use-steps.ts'

type StepHeadProps = {
  titles: readonly string[]
  steps: Pick<Steps<string>, 'index' | 'back' | 'restart'>
  /** Forgets the answers. */
  onRestart: () => void
}

export function StepHead({ titles, steps, onRestart }: StepHeadProps) {
  const { ui } = useText()
  const restart = () => {
    onRestart()
    steps.restart()
  }
  return (
    <>
      <Stepper steps={titles} current={steps.index} />
      {steps.index > 0 && (
        <div className="flex flex-wrap justify-between gap-2">
          <Button tone="quiet" icon="chevron-left" onClick={steps.back}>
            {ui.back}
          </Button>
          <Button tone="quiet" onClick={restart}>
            {ui.startOver}
          </Button>
        </div>
      )}
    </>
  )
}
