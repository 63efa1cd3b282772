/** What operators write for each other about a person, or about one of its things. */
import { type Reply, useAction } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'

type About = NonNullable<Reply<'GET /api/person-notes'>['notes'][number]['about']>
type Props = { person: { readonly id: string; readonly timeZone: string }; about?: About }

const refreshes = ['GET /api/person-notes', 'GET /api/history'] as const

export function NotesPart({ person, about }: Props) {
  const { notes: texts, tabs, more } = useText().peopleDesk
  const format = useFormat()
  const query = { id: person.id, ...(about === undefined ? {} : { aboutId: about.id }) }
  const notes = useEndpointPages('GET /api/person-notes', { query }, (page) => page.notes)
  const remove = useAction('POST /api/remove-person-note', { refreshes })
  return (
    <>
      <Only may="support" isSaid>
        <Card>
          <NewNote person={person} {...(about === undefined ? {} : { about })} />
        </Card>
      </Only>
      <PagedList
        pages={notes}
        label={tabs.notes}
        more={more}
        empty={
          <EmptyState icon="message" title={texts.none}>
            {texts.noneBody}
          </EmptyState>
        }
      >
        {(note) => (
          <ListRow
            key={note.id}
            title={<span className="whitespace-pre-wrap">{note.text}</span>}
            detail={texts.by(note.authorName, format.dateTime(note.createdAt, person.timeZone))}
            actions={
              <Only may="support">
                <IconButton
                  icon="close"
                  label={texts.remove}
                  onClick={() =>
                    remove.mutate(
                      { body: { noteId: note.id } },
                      {
                        onSuccess: () => showToast(texts.removed),
                        onError: (error) => showToast(error.message, { tone: 'danger' }),
                      },
                    )
                  }
                />
              </Only>
            }
          />
        )}
      </PagedList>
    </>
  )
}

function NewNote({ person, about }: Props) {
  const { notes: texts } = useText().peopleDesk
  const add = useAction('POST /api/add-person-note', { refreshes })
  const draft = useDraft({ text: '' })
  const submit = async () => {
    await add.mutateAsync({ body: { id: person.id, text: draft.values.text, about } })
    draft.reset()
    showToast(texts.added)
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.add}>
      <TextArea label={texts.write} maxLength={2000} rows={3} {...draft.field('text')} />
    </Form>
  )
}
