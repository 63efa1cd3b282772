/**
 * The service worker, written to `/sw.js` by the build: the app opens without a connection, and notices of pushes show.
 * It never says that there is a new build (`builds/latest.json` does, architecture §4) and never shows an older page
 * while the network gives one.
 */
import { instant } from '#domain/time.ts'
import { bringBuild, buildIn, firstPartsIn } from './bring-build.ts'
import type { BuildMark } from './build-mark.ts'
import { keptPicture } from './kept/pictures.ts'
import { sendForClosedPage } from './queue/closed-page.ts'
import { idbStore } from './queue/idb-store.ts'
import { SEND_QUEUE } from './queue/tabs.ts'
import { addressOf, cacheName, keepable, outdatedCaches, planFor, readPush } from './worker-rules.ts'
import type { FetchEvent, Worker } from './worker-types.ts'

/** Replaced by the build: its id, and all that a crew or a customer may come to. */
declare const CREW_BUILD: BuildMark
/** A worker's own world, not a page's. */
declare const self: Worker

const PAGE_WAIT_MS = 3_000
const SHELL = CREW_BUILD.shell
const OFFLINE_PAGE = '/offline.html'
const worker = self
const own = cacheName(CREW_BUILD.id)

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', answer)
worker.addEventListener('message', (event) =>
  event.waitUntil(keepAll(keepable(event.data, worker.location.origin))),
)
worker.addEventListener('sync', (event) => {
  if (event.tag === SEND_QUEUE) event.waitUntil(sendQueue())
})
worker.addEventListener('push', (event) => {
  const notice = readPush(event.data?.text() ?? '', worker.location.origin)
  if (notice) event.waitUntil(show(notice))
})
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(addressOf(event.notification.data, worker.location.origin)))
})

async function install(): Promise<void> {
  const cache = await worker.caches.open(own)
  const isOld = !('Temporal' in globalThis)
  try {
    await bringBuild(CREW_BUILD, {
      cache,
      request: (path, how) => new Request(path, how),
      fetch: (request) => worker.fetch(request),
      isOld,
    })
  } catch (error) {
    // A full phone: the room is worth more to the build that is whole, and to what waits to be sent.
    if (error instanceof DOMException && error.name === 'QuotaExceededError') await worker.caches.delete(own)
    throw error
  }
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await worker.caches.keys()
  const whole: string[] = []
  for (const name of names) if (await (await worker.caches.open(name)).match(SHELL)) whole.push(name)
  await Promise.all(outdatedCaches(names, { own, whole }).map((name) => worker.caches.delete(name)))
  await worker.clients.claim()
}

function answer(event: FetchEvent): void {
  const { request } = event
  const { method, url, mode } = request
  const plan = planFor({ method, url, mode, hasRange: request.headers.has('range') }, worker.location.origin)
  if (plan === 'page') event.respondWith(answerPage(request))
  else if (plan === 'asset') event.respondWith(broughtPart(request.url))
  else if (plan === 'picture') event.respondWith(answerPicture(request))
  else if (plan === 'file') event.respondWith(answerFile(request))
}

/** A page that answers late is not waited for where the shell is there, nor one that is none of ours. */
async function answerPage(request: Request): Promise<Response> {
  const network = worker.fetch(request).catch(() => undefined)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_WAIT_MS))
  const inTime = await Promise.race([network.then(openable), late])
  if (inTime) return inTime
  return (await kept(SHELL)) ?? (await network) ?? (await kept(OFFLINE_PAGE)) ?? Response.error()
}

/** A page of another build opens once what it begins with is here: a network that ends in between leaves no blank page. */
async function openable(response: Response | undefined): Promise<Response | undefined> {
  const html = await response?.clone().text()
  const id = html === undefined ? undefined : buildIn(html)
  if (html === undefined || id === undefined) return undefined
  if (id === CREW_BUILD.id) return response
  const parts = await Promise.all(firstPartsIn(html).map(broughtPart))
  return parts.every(({ ok }) => ok) ? response : undefined
}

/** Kept, or fetched and kept. What answers with a page is not our server. */
async function broughtPart(url: string): Promise<Response> {
  const found = await kept(url)
  if (found) return found
  const response = await worker.fetch(url).catch(() => Response.error())
  if (!response.ok) return response
  if (response.headers.get('Content-Type')?.includes('text/html')) return Response.error()
  // A full phone shows it all the same.
  await keep(url, response.clone()).catch(() => undefined)
  return response
}

async function answerFile(request: Request): Promise<Response> {
  const response = await worker.fetch(request).catch(() => undefined)
  return response ?? (await kept(request.url)) ?? Response.error()
}

/** As the server signs it; what was kept for whoever is signed in where nothing answers. */
async function answerPicture(request: Request): Promise<Response> {
  const response = await worker.fetch(request).catch(() => undefined)
  if (response?.ok) return response
  const picture = await keptPicture(request.url).catch(() => null)
  return picture ? new Response(picture) : (response ?? Response.error())
}

/** From this build, else from the one before. */
async function kept(url: string): Promise<Response | undefined> {
  const cache = await worker.caches.open(own)
  return (await cache.match(url, { ignoreVary: true })) ?? worker.caches.match(url, { ignoreVary: true })
}

async function keep(url: string, response: Response): Promise<void> {
  const cache = await worker.caches.open(own)
  await cache.put(url, response)
}

/** The parts that the first page loaded before this worker was there. */
async function keepAll(urls: readonly string[]): Promise<void> {
  const cache = await worker.caches.open(own)
  for (const url of urls) if (!(await kept(url))) await cache.add(url).catch(() => undefined)
}

/** A page that somebody looks at sends by itself, and shows how far it is. */
async function sendQueue(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const seen = pages.filter((page) => page.visibilityState === 'visible')
  if (seen.length > 0) return seen.forEach((page) => page.postMessage(SEND_QUEUE))
  await sendForClosedPage({
    store: await idbStore(),
    fetch: (path, init) => worker.fetch(path, init),
    now: () => instant(Date.now()),
  })
}

async function show({ title, text, url }: { title: string; text: string; url: string }): Promise<void> {
  await worker.registration.showNotification(title, {
    body: text,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url },
  })
}

async function open(path: string): Promise<void> {
  const [window] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!window) return void (await worker.clients.openWindow(path))
  await window.focus()
  await window.navigate(worker.location.origin + path)
}
