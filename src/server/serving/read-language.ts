import type { FastifyRequest } from 'fastify'
import { type Language, languageOf } from '#domain/language.ts'

/** The first of ours that the browser asks for, as the page itself would choose. */
export function readLanguage(request: FastifyRequest): Language {
  const tags = (request.headers['accept-language'] ?? '').split(',')
  return tags.map((tag) => languageOf(tag.trim())).find((language) => language !== undefined) ?? 'en'
}
