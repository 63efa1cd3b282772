/** What people changed at the owner's places: what, where, who and when. */
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { linkTo } from '#web/urls.ts'

type Action = Reply<'GET /api/share-actions'>['actions'][number]

export function ActionsPart() {
  const { actions: texts } = useText().sharing
  const pages = useEndpointPages('GET /api/share-actions', { query: {} }, (page) => page.actions)
  return (
    <section className="grid gap-3" aria-label={texts.title}>
      <h2 className="px-1 text-lg font-bold">{texts.title}</h2>
      <PagedList
        pages={pages}
        label={texts.title}
        more={texts.more}
        empty={
          <EmptyState icon="list" title={texts.none}>
            {texts.noneBody}
          </EmptyState>
        }
      >
        {(action) => <ActionRow key={action.id} action={action} />}
      </PagedList>
    </section>
  )
}

function ActionRow({ action }: { action: Action }) {
  const { actions: texts } = useText().sharing
  const format = useFormat()
  const { call, helperName, propertyId, propertyName, visitId, at } = action
  const did: Readonly<Record<string, string>> = texts.did
  const to =
    visitId !== null
      ? linkTo('visit', { visit_id: visitId })
      : propertyId !== null
        ? linkTo('property', { property_id: propertyId })
        : undefined
  return (
    <ListRow
      icon="check"
      title={did[call] ?? texts.other}
      detail={
        <>
          {propertyName !== null && <span className="block wrap-anywhere">{propertyName}</span>}
          <span className="block wrap-anywhere">{texts.by(helperName, format.dateTime(at))}</span>
        </>
      }
      {...(to === undefined ? {} : { to })}
    />
  )
}
