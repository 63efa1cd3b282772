/** Operators edit terms, privacy and help in both languages, see them as people will, and publish the next version. */
import { useState } from 'react'
import { HOUSE_PAGES, type HousePage } from '#domain/house-texts/house-pages.ts'
import { LANGUAGES, type Language } from '#domain/language.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { Newer, useBasis } from '#web/desk/basis.tsx'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { MarkupView } from './markup-view.tsx'

type Shown = Reply<'POST /api/get-house-texts'>['texts'][number]

export function OperatorTexts() {
  const { houseTexts: texts, frontDoor } = useText()
  const [page, setPage] = useState<HousePage>('terms')
  const all = useEndpoint('POST /api/get-house-texts', { body: {} })
  const shown = all.data?.texts.find((text) => text.page === page)
  return (
    <Page title={texts.title} subtitle={texts.subtitle} width="wide">
      <Tabs<HousePage>
        label={texts.title}
        tabs={HOUSE_PAGES.map((key) => ({ key, label: frontDoor.house.titles[key] }))}
        active={page}
        onSelect={setPage}
      >
        {all.isError && <ErrorState error={all.error} onRetry={() => void all.refetch()} />}
        {all.isPending && <SkeletonCard rows={10} />}
        {shown && <Editor key={shown.page} shown={shown} />}
      </Tabs>
    </Page>
  )
}

function Editor({ shown }: { shown: Shown }) {
  const { houseTexts: texts, frontDoor } = useText()
  const [language, setLanguage] = useState<Language>('en')
  const publish = useAction('POST /api/publish-house-text', {
    refreshes: ['POST /api/get-house-texts', 'GET /api/house-text'],
  })
  const draft = useDraft(valuesOf(shown))
  const basis = useBasis({
    current: shown,
    draft,
    valuesOf,
    markOf: ({ version }) => version,
    labels: { en: texts.bodyIn.en, es: texts.bodyIn.es },
    read: 'POST /api/get-house-texts',
  })
  const { base } = basis
  const { en: bodyEn, es: bodyEs, note } = draft.values
  const submit = async () => {
    if (bodyEn === base.bodyEn && bodyEs === base.bodyEs) throw new FormRefusal(texts.unchanged)
    const isSure = await confirmPrompt({
      title: texts.sure(base.version + 1),
      body: bodyEn === base.bodyEn || bodyEs === base.bodyEs ? texts.oneLanguage : texts.sureBody,
      submitLabel: texts.publish,
    })
    if (!isSure) return
    const body = { page: base.page, basedOn: base.version, bodyEn, bodyEs, note }
    const { version } = await basis.save(() => publish.mutateAsync({ body }))
    showToast(texts.published(version))
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Only may="catalogue" isSaid>
        <Form
          onSubmit={submit}
          submitLabel={texts.publish}
          icon="check"
          label={frontDoor.house.titles[shown.page]}
        >
          <Newer basis={basis} />
          <Tabs<Language>
            label={texts.language}
            tabs={LANGUAGES.map((key) => ({ key, label: texts.languages[key] }))}
            active={language}
            onSelect={setLanguage}
          >
            <TextArea
              key={language}
              label={texts.bodyIn[language]}
              hint={texts.markup}
              rows={24}
              maxLength={40_000}
              {...draft.field(language)}
            />
          </Tabs>
          <TextField
            label={texts.note}
            hint={texts.noteHint}
            isOptional
            maxLength={500}
            {...draft.field('note')}
          />
        </Form>
      </Only>
      <div className="grid gap-4">
        <Card title={texts.preview}>
          <div lang={language}>
            <MarkupView text={draft.values[language]} />
          </div>
        </Card>
        <History shown={shown} />
      </div>
    </div>
  )
}

/** The note is of one version: the next begins without. */
function valuesOf({ bodyEn, bodyEs }: Shown): { en: string; es: string; note: string } {
  return { en: bodyEn, es: bodyEs, note: '' }
}

function History({ shown }: { shown: Shown }) {
  const { houseTexts: texts, frontDoor } = useText()
  const format = useFormat()
  return (
    <Card title={texts.history}>
      <ul className="grid gap-2">
        {shown.history.map(({ version, publishedAt, publisherName, note }) => (
          <li key={version}>
            <Link to={linkTo(shown.page, {}, { version })}>
              {frontDoor.house.versionOf(version, format.dateOf(publishedAt))}
            </Link>{' '}
            <span className="text-sm text-muted">
              {[publisherName ?? texts.first, note].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
