/** Whether the maps of an installation will show: asked as a browser would ask, and from here. */
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Finding } from '../ports/payments/payments.ts'
import { readTiles } from '../system/read-tiles.ts'

const TIMEOUT_MS = 8_000

const styleSchema = z.object({
  version: z.literal(8),
  glyphs: z.string().optional(),
  sprite: z.union([z.string(), z.array(z.object({ url: z.string() }))]).optional(),
  sources: z.record(
    z.string(),
    z.object({ url: z.string().optional(), tiles: z.array(z.string()).optional() }),
  ),
})

export async function checkMaps({ map, http }: Config): Promise<Finding[]> {
  if (map.styleUrl === null && map.tiles === null)
    return [{ state: 'good', sentence: 'Maps have the streets that come with the pages.' }]
  return [
    ...(map.styleUrl === null ? [] : await styleFindings(map.styleUrl, map)),
    ...(map.tiles === null ? [] : [await tilesFinding(map.tiles, http.origin)]),
  ]
}

/** A style names others: its tiles, its letters, its pictures. Browsers ask only whom the content policy names. */
async function styleFindings(url: string, { tiles, hosts }: Config['map']): Promise<Finding[]> {
  try {
    const style = styleSchema.parse(await (await ask(url)).json())
    const sprites = typeof style.sprite === 'string' ? [{ url: style.sprite }] : (style.sprite ?? [])
    const named = [
      ...Object.values(style.sources).flatMap((source) => [source.url, ...(source.tiles ?? [])]),
      style.glyphs,
      ...sprites.map((sprite) => sprite.url),
    ].flatMap((address) => (address === undefined ? [] : originOf(address, url)))
    const allowed = [new URL(url).origin, tiles?.file === null ? originOf(tiles.url, url) : [], hosts].flat()
    const missing = [...new Set(named)].filter((origin) => !allowed.includes(origin))
    if (missing.length === 0) return [{ state: 'good', sentence: `The style of maps at ${url} can be read.` }]
    return [
      {
        state: 'wrong',
        sentence: `The style of maps asks ${missing.join(', ')} as well: name them in MAP_HOSTS.`,
      },
    ]
  } catch (error) {
    return [{ state: 'wrong', sentence: `The style at MAP_STYLE_URL cannot be read: ${reasonOf(error)}.` }]
  }
}

async function tilesFinding(
  { url, file }: NonNullable<Config['map']['tiles']>,
  origin: string,
): Promise<Finding> {
  try {
    if (file === null) await readPiece(url, origin)
    else await readTiles(file)
    return { state: 'good', sentence: `The tiles of maps at ${file ?? url} can be read.` }
  } catch (error) {
    return { state: 'wrong', sentence: `The tiles at MAP_TILES cannot be read: ${reasonOf(error)}.` }
  }
}

/** A piece of the archive, for a page of ours. */
async function readPiece(url: string, origin: string): Promise<void> {
  const answer = await ask(url, { range: 'bytes=0-7', origin })
  const opening = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 206) throw new Error('the server gives no pieces of files (range requests)')
  if (opening.toString('latin1', 0, 7) !== 'PMTiles' || opening[7] !== 3)
    throw new Error('it is no archive of PMTiles, version 3')
  const allowed = answer.headers.get('access-control-allow-origin')
  if (allowed !== '*' && allowed !== origin && new URL(url).origin !== origin)
    throw new Error(`the server does not let pages of ${origin} read it (access-control-allow-origin)`)
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`)
  return answer
}

/** Placeholders such as `{z}` are no part of a host; what is no address (data:, a protocol of tiles) asks nobody. */
function originOf(address: string, base: string): string[] {
  const url = URL.parse(address.replaceAll(/[{}]/g, ''), base)
  return url !== null && /^https?:$/.test(url.protocol) ? [url.origin] : []
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
