/** Sending a file; apart from the other calls, because no first screen does. */
import type { QueryInput } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import {
  answered,
  asReply,
  type CallKey,
  type Options,
  type Part,
  type Reply,
  toError,
  unreachable,
  withQuery,
} from './api.ts'
import { currentLanguage } from './text/store.ts'

type UploadInput<Key extends CallKey> = Part<'query', QueryInput<Contract[Key]>> & FileParts
type FileParts = Options & { file: Blob; query?: unknown; onProgress?: (share: number) => void }

/** Sends one file as the body, reporting the share sent (0–1). Rejects with ApiError. */
export function upload<Key extends CallKey>(key: Key, input: UploadInput<Key>): Promise<Reply<Key>> {
  const { file, onProgress, idempotencyKey, signal, query }: FileParts = input
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', withQuery(key.slice(key.indexOf(' ') + 1), query))
    request.withCredentials = true
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    request.setRequestHeader('Accept-Language', currentLanguage())
    if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('abort', () => reject(unreachable()))
    signal?.addEventListener('abort', () => request.abort())
    request.addEventListener('load', () => {
      try {
        const data = answered(request.status, request.responseText)
        if (request.status < 300) resolve(asReply(key, data))
        else reject(toError(request.status, data))
      } catch (error) {
        reject(error)
      }
    })
    request.send(file)
  })
}
