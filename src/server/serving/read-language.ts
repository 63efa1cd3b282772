import type { FastifyRequest } from 'fastify'
import { type Language, languageOf } from '#domain/language.ts'

/** The one chosen on this device, else the first of ours that the browser asks for, as the page itself would choose. */
export function readLanguage(request: FastifyRequest): Language {
  const asked = (request.headers['accept-language'] ?? '').split(',')
  const { '__Host-crew_language': chosen, crew_language: plain } = request.cookies
  const tags = [chosen ?? plain ?? '', ...asked]
  return tags.map((tag) => languageOf(tag.trim())).find((language) => language !== undefined) ?? 'en'
}
