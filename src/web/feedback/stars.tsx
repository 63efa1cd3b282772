/** Five stars to read and to choose: radio buttons, so that arrow keys and screen readers work as everywhere. */
import { useId } from 'react'
import { useText } from '#web/text/store.ts'
import { Icon } from '#web/ui/icon.tsx'

const STARS = [1, 2, 3, 4, 5] as const

export function StarsShown({ stars }: { stars: number }) {
  const { rate } = useText().feedback
  return (
    <span className="flex gap-1">
      <span className="sr-only">{rate.stars(stars)}</span>
      {STARS.map((star) => (
        <span key={star} className={star <= stars ? 'text-accent' : 'text-muted opacity-40'}>
          <Icon name="star" size={22} className={star <= stars ? 'fill-current' : ''} />
        </span>
      ))}
    </span>
  )
}

export function StarChoice({
  label,
  stars,
  onChoose,
}: {
  label: string
  stars: number
  onChoose: (stars: number) => void
}) {
  const { rate } = useText().feedback
  const name = useId()
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="flex gap-1">
        {STARS.map((star) => (
          <label
            key={star}
            className={`relative grid size-12 cursor-pointer place-items-center rounded-xl border has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${star <= stars ? 'border-accent bg-accent text-on-accent' : 'border-field-line bg-card text-muted'}`}
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={star === stars}
              onChange={() => onChoose(star)}
              aria-label={rate.stars(star)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-xl outline-none"
            />
            <Icon name="star" size={26} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
