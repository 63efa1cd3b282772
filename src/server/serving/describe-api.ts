/** The published description: OpenAPI 3.1 made from the contract, and a page to read it. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Endpoint, parseEndpointKey } from '#contract/endpoint.ts'
import { eventsOperation } from '#contract/events.ts'

const FAILURE_SCHEMA = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'A sentence for a person.' },
    code: { type: 'string', description: 'A stable snake_case word.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Input path to sentence.',
    },
  },
} as const

type Contract = Readonly<Record<string, Endpoint>>

export function mountDescription(server: FastifyInstance, contract: Contract): void {
  const description = describe(contract)
  const page = pageOf(contract)
  server.get('/api/openapi.json', async () => description)
  server.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}

function describe(contract: Contract) {
  const paths: Record<string, Record<string, unknown>> = { '/api/events': { get: eventsOperation } }
  for (const [key, endpoint] of Object.entries(contract)) {
    const { method, path } = parseEndpointKey(key)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(key, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Crew',
      version: '1',
      description: 'Cookies carry the session. Acting calls accept `Idempotency-Key`.',
    },
    paths,
    components: { schemas: { Failure: FAILURE_SCHEMA } },
  }
}

function operationOf(key: string, endpoint: Endpoint) {
  const failure = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  }
  return {
    operationId: key
      .replace(/^(GET|POST) \/api\//, '$1 ')
      .replace(/[^A-Za-z]+(.)/g, (_, letter: string) => letter.toUpperCase()),
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.query === undefined ? {} : { parameters: parametersOf(endpoint.query) }),
    ...requestOf(endpoint),
    responses: {
      200: {
        description: 'Done',
        content: endpoint.repliesFile
          ? { 'application/octet-stream': {} }
          : { 'application/json': { schema: jsonSchema(endpoint.reply, 'output') } },
      },
      '4XX': failure,
      '5XX': failure,
    },
  }
}

function requestOf(endpoint: Endpoint) {
  if (endpoint.takesFile !== undefined)
    return {
      requestBody: {
        required: true,
        content: Object.fromEntries(endpoint.takesFile.types.map((type) => [type, {}])),
      },
    }
  if (endpoint.body === undefined) return {}
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
    },
  }
}

function parametersOf(query: z.core.$ZodType) {
  const schema = jsonSchema(query, 'input')
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }))
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function pageOf(contract: Contract): string {
  const rows = Object.entries(contract).map(([key, endpoint]) => {
    const all: readonly (readonly [string, object | undefined])[] = [
      ['Query', endpoint.query && jsonSchema(endpoint.query, 'input')],
      ['Body', endpoint.body && jsonSchema(endpoint.body, 'input')],
      ['Reply', jsonSchema(endpoint.reply, 'output')],
    ]
    const parts = all.filter(([, schema]) => schema !== undefined)
    const schemas = parts
      .map(([name, schema]) => `<h3>${name}</h3><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`)
      .join('')
    return `<details><summary><code>${key}</code> – ${escapeHtml(endpoint.summary)} <em>(${endpoint.access})</em></summary>${schemas}</details>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Crew API</title><h1>Crew API</h1><p>Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a></p>${rows.join('\n')}</html>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
