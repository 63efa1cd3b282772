/** The list of a service: as crews see it, who wrote it and what held before; whoever may, changes it. */
import { useState } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useKindText } from './kind-fields.tsx'
import { ServiceEditor } from './service-editor.tsx'
import { TryList } from './try-list.tsx'

type Kept = Reply<'GET /api/service-checklist'>

export function ServiceChecklist({ serviceKey }: { serviceKey: string }) {
  const read = useEndpoint('GET /api/service-checklist', { query: { key: serviceKey } })
  const [isEditing, setEditing] = useState(false)
  if (read.isLoadingError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeleton rows={5} />
  return (
    <div className="grid gap-5">
      {isEditing ? (
        <ServiceEditor serviceKey={serviceKey} kept={read.data} onClose={() => setEditing(false)} />
      ) : (
        <Now kept={read.data} onChange={() => setEditing(true)} />
      )}
      {read.data.past.length > 0 && <Past past={read.data.past} />}
    </div>
  )
}

function Now({ kept, onChange }: { kept: Kept; onChange: () => void }) {
  const { checklists: texts } = useText()
  const format = useFormat()
  const { items, saved } = kept
  return (
    <section className="grid gap-3">
      {items.length === 0 ? (
        <p className="text-muted">{texts.service.none}</p>
      ) : (
        <>
          <h3 className="font-semibold">{texts.service.preview}</h3>
          <TryList items={items.map((item) => ({ ...item, language: null }))} />
        </>
      )}
      {saved && (
        <p className="text-sm text-muted">{texts.service.by(saved.byName, format.dateTime(saved.at))}</p>
      )}
      <Only may="catalogue">
        <div>
          <Button onClick={onChange}>{texts.service.change}</Button>
        </div>
      </Only>
    </section>
  )
}

function Past({ past }: { past: Kept['past'] }) {
  const { checklists: texts } = useText()
  const format = useFormat()
  return (
    <section>
      <h3 className="font-semibold">{texts.service.past}</h3>
      <ul className="divide-y divide-line">
        {past.map((was) => (
          <li key={was.replacedAt} className="py-1.5">
            <details>
              <summary className="cursor-pointer">
                {texts.count(was.items.length)}
                <span className="block text-sm text-muted">
                  {texts.service.by(was.savedByName, format.dateTime(was.savedAt))}{' '}
                  {texts.service.until(format.dateTime(was.replacedAt))}
                </span>
              </summary>
              <PastItems items={was.items} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PastItems({ items }: { items: Kept['items'] }) {
  const language = useLanguage()
  const kindText = useKindText()
  return (
    <ol className="list-decimal py-2 pl-6">
      {items.map((item) => (
        <li key={item.key}>
          {item.words[language]}
          <span className="block text-sm text-muted">{kindText(item)}</span>
        </li>
      ))}
    </ol>
  )
}
