/**
 * `<Stepper steps={[text…, text…]} current={0} />` – the header of a form in steps. Whoever goes to another step is
 * taken to its heading: a screen reader says which it is, and Tab goes on from there.
 */
import { useEffect, useRef } from 'react'
import { useText } from '#web/text/store.ts'

export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  const { ui } = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    heading.current?.focus()
  }, [current])
  return (
    <div className="grid gap-2">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-20 text-sm text-muted outline-none">
        {ui.steps(current + 1, steps.length)}: <strong className="text-ink">{steps[current]}</strong>
      </h2>
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
