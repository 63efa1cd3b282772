/** Sending a table as a file: choose it, see it go, read why it is refused. */
import { useState } from 'react'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

const TEXT = '.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values,application/vnd.ms-excel'
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const LONGEST_NAME = 200

type FileStepProps = {
  texts: { readonly choose: string; readonly chooseHint: string; readonly uploading: string }
  maxBytes: number
  takesWorkbooks?: boolean
  /** Rejects with the refusal, which is shown. */
  send: (file: Blob, fileName: string, onProgress: (share: number) => void) => Promise<unknown>
}

export function FileStep({ texts, maxBytes, takesWorkbooks = false, send }: FileStepProps) {
  const [share, setShare] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (file: File) => {
    setRefusal(null)
    setShare(0)
    try {
      const type = takesWorkbooks && /\.xlsx$/i.test(file.name) ? WORKBOOK : 'text/csv'
      await send(new Blob([file], { type }), file.name.slice(-LONGEST_NAME), setShare)
    } catch (error) {
      setRefusal(sentenceOf(error))
    } finally {
      setShare(null)
    }
  }
  return (
    <Card>
      <div className="grid gap-4">
        {refusal !== null && (
          <Banner tone="danger" isAlert>
            {refusal}
          </Banner>
        )}
        {share === null ? (
          <FileDrop
            label={texts.choose}
            hint={texts.chooseHint}
            accept={takesWorkbooks ? `${TEXT},.xlsx,${WORKBOOK}` : TEXT}
            maxBytes={maxBytes}
            onFiles={([file]) => void (file && take(file))}
          />
        ) : (
          <ProgressBar label={texts.uploading} value={share < 1 ? share : undefined} />
        )}
      </div>
    </Card>
  )
}
