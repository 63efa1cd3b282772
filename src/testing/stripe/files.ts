/** What is uploaded as evidence. */
import type { Stripe } from 'stripe'
import { type Answers, type Call } from './call.ts'
import type { FormFile } from './form.ts'
import { answerList } from './lists.ts'
import { refuse } from './problems.ts'

const TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
}
/** Stripe's limit for evidence. */
const MAXIMUM_BYTES = 5_000_000

export const fileAnswers: Answers = {
  'POST /v1/files': takeFile,
  'GET /v1/files': (call, params: Stripe.FileListParams) =>
    answerList(call, 'file', params, {
      keep: ({ purpose }) => params.purpose === undefined || purpose === params.purpose,
    }),
  'GET /v1/files/:id': ({ world, ids }) => world.need('file', ids[0]!),
}

type Sent = Omit<Stripe.FileCreateParams, 'file'> & { readonly file: FormFile }

function takeFile({ world }: Call, { file, purpose }: Sent): Stripe.File {
  const size = Buffer.from(file.base64, 'base64').length
  const type = TYPES[file.type]
  if (purpose === 'dispute_evidence' && type === undefined)
    refuse(
      'You uploaded a file whose content type is not allowed for this purpose. Please upload a pdf, jpg or png.',
      { param: 'file' },
    )
  if (size > MAXIMUM_BYTES) refuse('File for key file exceeded max size of 5 MB.', { param: 'file' })
  const id = world.newId('file')
  const kept: Stripe.File = {
    id,
    object: 'file',
    created: world.nowSeconds(),
    expires_at: null,
    filename: file.filename,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size,
    title: null,
    type: type ?? null,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  }
  world.save('file', kept)
  return kept
}
