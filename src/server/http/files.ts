/** Files that come in and go out: a table, a picture, a paper. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { fieldsIn } from '#contract/outside.ts'
import { Refused } from '../refused.ts'
import type { FileReply } from './handler.ts'

export function checkedFile(endpoint: Endpoint, request: FastifyRequest): Readable {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim()
  if (!endpoint.takesFile!.types.includes(type)) throw new Refused('wrong_file_type')
  return request.body instanceof Readable ? request.body : Readable.from([])
}

export function fileOf(key: string, answered: unknown): FileReply {
  if (isFile(answered)) return answered
  throw new Error(`${key} replies a file, and its handler answered none`)
}

function isFile(answered: unknown): answered is FileReply {
  const { type, fileName, content } = fieldsIn(answered)
  const isNamed = fileName === null || typeof fileName === 'string'
  const hasContent = typeof content === 'string' || content instanceof Buffer || content instanceof Readable
  return typeof type === 'string' && isNamed && hasContent
}

export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  reply.header('content-type', file.type)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('cache-control', file.cacheSeconds ? `private, max-age=${file.cacheSeconds}` : 'no-store')
  if (file.fileName !== null) reply.header('content-disposition', `attachment; filename="${file.fileName}"`)
  return reply.send(file.content)
}
