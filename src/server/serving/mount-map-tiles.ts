/**
 * `/maps/tiles.pmtiles`: the file of MAP_TILES, read by browsers in pieces (RFC 9110 §14). A city's streets are some
 * hundred megabytes, of which a map asks for some kilobytes.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { MAP_TILES_PATH } from '../config.ts'
import { Refused } from '../refused.ts'
import { readTiles } from '../system/read-tiles.ts'

/** Twice what the reader asks for at once; whoever wants the whole file takes it from elsewhere. */
const LONGEST_PIECE_BYTES = 4_194_304
const PIECES_PER_MINUTE = 1_200
const CACHE_SECONDS = 86_400

/** Throws Error with one sentence when the file is none. */
export async function mountMapTiles(server: FastifyInstance, { config }: App): Promise<void> {
  const file = config.map.tiles?.file ?? null
  if (file === null) return
  await readTiles(file)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // Each time anew: newer streets may have taken its place.
    const { size, mtimeMs } = await stat(file)
    if (request.headers.range === undefined) throw new Refused('bad_input')
    const piece = pieceOf(request.headers.range, size)
    reply.header('accept-ranges', 'bytes').type('application/octet-stream')
    if (piece === null) return reply.status(416).header('content-range', `bytes */${size}`).send()
    const { first, last } = piece
    reply.header('etag', `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`)
    reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`)
    reply.header('content-length', last - first + 1)
    reply.status(206).header('content-range', `bytes ${first}-${last}/${size}`)
    return reply.send(createReadStream(file, { start: first, end: last }))
  }
  const rateLimit = { max: PIECES_PER_MINUTE, timeWindow: '1 minute' }
  server.get(MAP_TILES_PATH, { config: { rateLimit }, exposeHeadRoute: false }, answer)
}

/** One piece, both ends within; a longer one is cut, which the answer says. Null for what is no such piece. */
function pieceOf(range: string | undefined, size: number): { first: number; last: number } | null {
  const [, from, until] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (from === undefined) return null
  const first = Number(from)
  const last = Math.min(until ? Number(until) : size - 1, size - 1, first + LONGEST_PIECE_BYTES - 1)
  return first > last ? null : { first, last }
}
