/** Importing properties from a CSV file: send it, say what its columns are, follow it, see what came of it. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useEndpoint } from '#web/api.ts'
import { FileStep } from '#web/imports/file-step.tsx'
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
import type { UploadedFile } from './reply-types.ts'

const LARGEST_BYTES = 20 * 1024 * 1024
const ASK_EVERY_MS = 700
const CHANGED = ['GET /api/properties', 'GET /api/property-groups', 'GET /api/customer-summary'] as const

export function ImportProperties() {
  const texts = useText().places.import
  const [file, setFile] = useState<UploadedFile | null>(null)
  const [search, setSearch] = useSearchParams()
  const importId = search.get('id')
  const follow = (id: string | null) => {
    setFile(null)
    setSearch(id === null ? {} : { id }, { replace: true })
  }
  return (
    <Page title={texts.title} subtitle={texts.subtitle} back={linkTo('home')}>
      {importId !== null ? (
        <FollowedImport importId={importId} onAgain={() => follow(null)} />
      ) : file === null ? (
        <>
          <Stepper steps={texts.steps} current={0} />
          <SendFile onFile={setFile} />
          <EarlierImports onOpen={follow} />
        </>
      ) : (
        <>
          <Stepper steps={texts.steps} current={1} />
          <ColumnMapping file={file} onStarted={() => follow(file.importId)} onOther={() => setFile(null)} />
        </>
      )}
    </Page>
  )
}

function SendFile({ onFile }: { onFile: (file: UploadedFile) => void }) {
  const texts = useText().places.import
  const send = async (file: Blob, fileName: string, onProgress: (share: number) => void) =>
    onFile(await upload('POST /api/upload-property-csv', { file, query: { fileName }, onProgress }))
  return <FileStep texts={texts} maxBytes={LARGEST_BYTES} send={send} />
}

function FollowedImport({ importId, onAgain }: { importId: string; onAgain: () => void }) {
  const texts = useText().places.import
  const progress = useEndpoint('GET /api/property-import', { query: { id: importId } })
  if (progress.isPending) return <SkeletonCard rows={2} />
  if (progress.isLoadingError)
    return <ErrorState error={progress.error} onRetry={() => void progress.refetch()} />
  if (progress.data.state === 'uploaded' || progress.data.state === 'running')
    return <RunningImport importId={importId} />
  return (
    <>
      <Stepper steps={texts.steps} current={3} />
      <ImportResult progress={progress.data} onAgain={onAgain} />
    </>
  )
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
    <>
      <Stepper steps={texts.steps} current={2} />
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
    </>
  )
}
