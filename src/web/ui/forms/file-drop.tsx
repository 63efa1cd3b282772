/**
 * `<FileDrop label=… accept=".csv,text/csv" maxBytes={20e6} onFiles={(files) => …} />`: choose, drop, or take a photo
 * (`capture="environment"`). Files too large or of another kind are refused with a sentence and not handed on.
 * The browser's own input covers the whole field, so dropping works without code.
 */
import { useId, useState } from 'react'
import { useText } from '#web/text/store.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { FieldError } from './field.tsx'

type FileDropProps = {
  label: string
  hint?: string
  /** As in HTML: extensions and media types, `image/*` included. */
  accept: string
  maxBytes: number
  isSeveral?: boolean
  capture?: 'environment' | 'user'
  icon?: IconName
  onFiles: (files: File[]) => void
}

export function FileDrop({
  label,
  hint,
  accept,
  maxBytes,
  isSeveral = false,
  capture,
  icon = 'upload',
  onFiles,
}: FileDropProps) {
  const id = useId()
  const { ui } = useText()
  const [error, setError] = useState<string>()

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, isSeveral ? undefined : 1)
    const wrong = files.find((file) => !isAccepted(file, accept))
    const large = files.find((file) => file.size > maxBytes)
    setError(wrong ? ui.files.wrongKind(wrong.name) : large && ui.files.tooLarge(large.name))
    const good = files.filter((file) => isAccepted(file, accept) && file.size <= maxBytes)
    if (good.length > 0) onFiles(good)
  }

  return (
    <div className="grid gap-1.5">
      <label
        htmlFor={id}
        className="relative grid min-h-28 place-items-center content-center gap-1 rounded-2xl border-2 border-dashed border-field-line bg-card p-4 text-center hover:border-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
      >
        <Icon name={icon} size={28} className="text-accent" />
        <span className="font-semibold">{label}</span>
        <span className="text-sm text-muted">
          {hint ?? `${isSeveral ? ui.files.several : ui.files.choose} ${ui.files.drop}`}
        </span>
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={isSeveral}
          capture={capture}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function isAccepted(file: { name: string; type: string }, accept: string): boolean {
  const rules = accept.split(',').map((rule) => rule.trim().toLowerCase())
  return rules.some((rule) => {
    if (rule.startsWith('.')) return file.name.toLowerCase().endsWith(rule)
    if (rule.endsWith('/*')) return file.type.startsWith(rule.slice(0, -1))
    return file.type === rule
  })
}
