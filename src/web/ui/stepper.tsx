/** `<Stepper steps={[text…, text…]} current={0} />` – the header of a form in steps. */
import { useText } from '#web/text/store.ts'

export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  const { ui } = useText()
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted" aria-live="polite">
        {ui.steps(current + 1, steps.length)}: <strong className="text-ink">{steps[current]}</strong>
      </p>
      <ol className="flex gap-1.5">
        {steps.map((step, index) => (
          <li key={step} aria-current={index === current ? 'step' : undefined} className="flex-1">
            <span className="sr-only">{step}</span>
            <span className={`block h-1.5 rounded-full ${index <= current ? 'bg-accent' : 'bg-line'}`} />
          </li>
        ))}
      </ol>
    </div>
  )
}
