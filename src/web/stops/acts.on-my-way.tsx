/** One tap opens the phone's directions and notifies the customer; who does not want that just starts. */
import { useText } from '#web/text/store.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { directionsTo } from './directions.ts'
import { type DayStop, keepStart } from './do-visit.ts'

export function OnMyWay({ stop }: { stop: DayStop }) {
  const { today } = useText()
  if (stop.state === 'en_route') return <p className="text-center text-sm text-muted">{today.onItsWay}</p>
  if (stop.state === 'in_progress' || !stop.canStart) return null
  return (
    <div className="grid gap-1">
      <a
        href={directionsTo(stop)}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonLook('secondary', { isWide: true, isLarge: true })}
        onClick={() => void keepStart(stop, 'en_route')}
      >
        <Icon name="truck" />
        <span>{today.onMyWay}</span>
      </a>
      <p className="text-center text-sm text-muted">{today.onMyWayHint}</p>
    </div>
  )
}
