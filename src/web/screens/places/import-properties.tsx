/**
 * Importing properties from a CSV file: send it, say what its columns are, follow it, see what came of it. The step is in
 * the address, a file that was sent and its columns are kept until the import is started.
 */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useEndpoint } from '#web/api.ts'
import { FileStep } from '#web/imports/file-step.tsx'
import { useKeptDraft } from '#web/steps/use-kept-draft.ts'
import { useSteps } from '#web/steps/use-steps.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { upload } from '#web/upload.ts'
import { linkTo } from '#web/urls.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { EarlierImports, ImportResult } from './import-result.tsx'
import { EMPTY_IMPORT, IMPORT, importOf } from './kept-import.ts'
import type { UploadedFile } from './reply-types.ts'

const LARGEST_BYTES = 20 * 1024 * 1024
const ASK_EVERY_MS = 700
const CHANGED = ['GET /api/properties', 'GET /api/property-groups', 'GET /api/customer-summary'] as const

const STEPS = ['file', 'columns'] as const

export function ImportProperties() {
  const texts = useText().places.import
  const draft = useKeptDraft(IMPORT, EMPTY_IMPORT)
  const { file } = draft.values
  const steps = useSteps(STEPS, file === null ? 'file' : 'columns')
  const [search, setSearch] = useSearchParams()
  const importId = search.get('id')
  const progress = useEndpoint(
    'GET /api/property-import',
    { query: { id: importId ?? '' } },
    { isEnabled: importId !== null },
  )
  const isOver = progress.data?.state === 'done' || progress.data?.state === 'failed'
  const follow = (id: string | null) => {
    draft.finish()
    setSearch(id === null ? {} : { id }, { replace: true })
  }
  const take = (sent: UploadedFile) => {
    draft.set(importOf(sent))
    steps.goTo('columns')
  }
  const current = importId === null ? steps.index : isOver ? 3 : 2
  return (
    <Page title={texts.title} subtitle={texts.subtitle} back={linkTo('home')}>
      <Stepper steps={texts.steps} current={current} />
      {importId !== null ? (
        <FollowedImport progress={progress} importId={importId} onAgain={() => follow(null)} />
      ) : steps.step === 'columns' && file !== null ? (
        <ColumnMapping
          file={file}
          draft={draft}
          onStarted={() => follow(file.importId)}
          onOther={() => follow(null)}
        />
      ) : (
        <>
          <SendFile onFile={take} />
          <EarlierImports onOpen={follow} />
        </>
      )}
    </Page>
  )
}

function SendFile({ onFile }: { onFile: (file: UploadedFile) => void }) {
  const texts = useText().places.import
  const send = async (file: Blob, fileName: string, onProgress: (share: number) => void) =>
    onFile(await upload('POST /api/upload-property-csv', { file, query: { fileName }, onProgress }))
  return <FileStep texts={texts} maxBytes={LARGEST_BYTES} takesWorkbooks send={send} />
}

type FollowedProps = {
  progress: ReturnType<typeof useEndpoint<'GET /api/property-import'>>
  importId: string
  onAgain: () => void
}

function FollowedImport({ progress, importId, onAgain }: FollowedProps) {
  if (progress.isPending) return <SkeletonCard rows={2} />
  if (progress.isLoadingError)
    return <ErrorState error={progress.error} onRetry={() => void progress.refetch()} />
  if (progress.data.state === 'uploaded' || progress.data.state === 'running')
    return <RunningImport importId={importId} />
  return <ImportResult progress={progress.data} onAgain={onAgain} />
}

/** Asks again and again while it is shown; once it is done, what it changed is read anew. */
function RunningImport({ importId }: { importId: string }) {
  const texts = useText().places.import
  const client = useQueryClient()
  const { data } = useEndpoint(
    'GET /api/property-import',
    { query: { id: importId } },
    { refetchMs: ASK_EVERY_MS },
  )
  useEffect(
    () => () => {
      for (const key of CHANGED) void client.invalidateQueries({ queryKey: [key] })
    },
    [client],
  )
  if (data === undefined) return null
  const { fileName, readRows, totalRows } = data
  return (
    <Card title={texts.running}>
      <div className="grid gap-3">
        <ProgressBar
          label={fileName}
          value={totalRows === 0 ? undefined : readRows / totalRows}
          detail={texts.progress(readRows, totalRows)}
        />
        <p className="text-muted">{texts.runningBody}</p>
      </div>
    </Card>
  )
}
