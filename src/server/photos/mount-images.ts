/** `/images/<segments>/<id>?exp&sig`: pictures are addresses, not calls, so they stand outside the contract. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldsIn } from '#contract/outside.ts'
import { id } from '#contract/shapes.ts'
import type { PhotoId, ShareId } from '#domain/ids.ts'
import { parseImageSegments } from '#domain/images.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import { type ReadThroughShare, servePhoto } from './serve-photo.ts'

const CACHE_SECONDS = 3_600
/** A helper’s browser asks again, for its access may have ended. */
const SHARED_CACHE_SECONDS = 60
const IMAGES_PER_MINUTE = 1_200

const linkSchema = z.object({
  photoId: id<PhotoId>(),
  exp: z.coerce.number().int().min(0).max(99_999_999_999),
  sig: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  share: id<ShareId>().optional(),
})

type ImageRequest = FastifyRequest<{ Params: { segments?: string; photoId: string } }>

export function mountImages(server: FastifyInstance, app: App, readThroughShare: ReadThroughShare): void {
  const config = { rateLimit: { max: IMAGES_PER_MINUTE, timeWindow: '1 minute' } }
  const handler = (request: ImageRequest, reply: FastifyReply) =>
    answer(app, request, reply, readThroughShare)
  server.get('/images/:photoId', { config, handler })
  server.get('/images/:segments/:photoId', { config, handler })
}

async function answer(
  app: App,
  request: ImageRequest,
  reply: FastifyReply,
  readThroughShare: ReadThroughShare,
): Promise<FastifyReply> {
  const { segments, photoId } = request.params
  const link = linkSchema.safeParse({ ...fieldsIn(request.query), photoId })
  const asked = segments === undefined ? {} : parseImageSegments(segments)
  if (!link.success || asked === null) throw new Refused('bad_input')
  const { type, content } = await servePhoto(app, link.data, asked, readThroughShare)
  reply.header('content-type', `image/${type}`)
  reply.header('content-disposition', 'inline')
  // Opened by itself a picture is a picture and nothing more (threats U1).
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  const seconds = link.data.share === undefined ? CACHE_SECONDS : SHARED_CACHE_SECONDS
  reply.header('cache-control', `private, max-age=${seconds}, immutable`)
  if (app.config.imageBaseUrl !== null) reply.header('cross-origin-resource-policy', 'cross-origin')
  return reply.send(content)
}
