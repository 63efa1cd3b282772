/** A number of a city that leads to its rows: those of another city than the one on the desk put that one there first. */
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { putOnDesk } from './put-on-desk.ts'

type CityNumberProps = {
  readonly marketId: string
  readonly isCurrent: boolean
  readonly to: string
  /** What is read aloud: the number, of what, and where. */
  readonly label: string
  readonly children: string
}

export function CityNumber({ marketId, isCurrent, to, label, children }: CityNumberProps) {
  return (
    <span className="-mr-4 -my-1.5 inline-block">
      {isCurrent ? (
        <ButtonLink tone="quiet" to={to} label={label}>
          {children}
        </ButtonLink>
      ) : (
        <Button tone="quiet" aria-label={label} onClick={() => void putOnDesk(marketId, to)}>
          {children}
        </Button>
      )}
    </span>
  )
}
