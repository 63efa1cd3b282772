/** Which of an operator's cities is on the desk; nothing where there is one only. */
import { useEndpoint } from '#web/api.ts'
import { putOnDesk } from '#web/desk/put-on-desk.ts'
import { useText } from '#web/text/store.ts'
import { linkTo } from '#web/urls.ts'

const STALE_MS = 300_000

export function MarketSwitch() {
  const { operatorShell: texts } = useText()
  const { data = [] } = useEndpoint('GET /api/markets', {}, { staleMs: STALE_MS })
  const current = data.find(({ isCurrent }) => isCurrent)
  if (data.length < 2 || current === undefined) return null
  return (
    <label className="mb-1 flex min-h-11 items-center gap-2 rounded-xl border border-line px-3">
      <span className="sr-only">{texts.city}</span>
      <select
        value={current.id}
        onChange={(event) => void putOnDesk(event.target.value, linkTo('operator'))}
        className="min-w-0 flex-1 bg-transparent py-1.5 font-semibold"
      >
        {data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
