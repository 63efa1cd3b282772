/** What crews say is running low at a place, until its customer says that it is refilled. */
import type { PropertyId } from '#domain/ids.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { useServices } from '#web/jobs/services.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'

type Low = Reply<'GET /api/place-checklists'>['low'][number]
type LowSuppliesProps = { propertyId: PropertyId; timeZone: string }

export function LowSupplies({ propertyId, timeZone }: LowSuppliesProps) {
  const { place: texts } = useText().checklists
  const read = useEndpoint('GET /api/place-checklists', { query: { id: propertyId } })
  if (!read.data || read.data.low.length === 0) return null
  return (
    <Card title={texts.low} isFlush>
      <List label={texts.low}>
        {read.data.low.map((low) => (
          <LowRow
            key={`${low.serviceKey} ${low.key}`}
            low={low}
            propertyId={propertyId}
            timeZone={timeZone}
          />
        ))}
      </List>
    </Card>
  )
}

function LowRow({ low, propertyId, timeZone }: LowSuppliesProps & { low: Low }) {
  const { place: texts } = useText().checklists
  const format = useFormat()
  const language = useLanguage()
  const services = useServices()
  const mayChange = useMayHere()('schedule')
  const refill = useAction('POST /api/say-refilled', { refreshes: ['GET /api/place-checklists'] })
  const { serviceKey, key } = low
  const words = low.words[language]
  const say = async () => {
    try {
      await refill.mutateAsync({ body: { propertyId, serviceKey, key } })
      showToast(texts.refilledSaid(words))
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
    }
  }
  return (
    <ListRow
      icon="warning"
      title={words}
      detail={texts.lowSince(services.name(serviceKey), format.dateOf(low.since, timeZone))}
      actions={
        mayChange && (
          <Button
            icon="check"
            aria-label={texts.refilledOf(words)}
            isBusy={refill.isPending}
            onClick={() => void say()}
          >
            {texts.refilled}
          </Button>
        )
      }
    />
  )
}
