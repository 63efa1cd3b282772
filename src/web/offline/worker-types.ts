/** The parts of a service worker's world that ours uses; the compiler's own description of it excludes the page's. */
type Lifetime = { waitUntil(work: Promise<unknown>): void }
export type FetchEvent = Lifetime & {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
type PushEvent = Lifetime & { readonly data: { text(): string } | null }
type NotificationEvent = Lifetime & {
  readonly notification: { readonly data: unknown; close(): void }
}
type MessageFromPage = Lifetime & { readonly data: unknown }
type SyncEvent = Lifetime & { readonly tag: string }
type Window = {
  readonly url: string
  readonly visibilityState: string
  postMessage(message: unknown): void
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}

type Events = {
  install: Lifetime
  activate: Lifetime
  fetch: FetchEvent
  push: PushEvent
  notificationclick: NotificationEvent
  message: MessageFromPage
  sync: SyncEvent
}

export type Worker = {
  readonly location: { readonly origin: string }
  readonly caches: CacheStorage
  readonly registration: {
    showNotification(
      title: string,
      options: { body: string; icon: string; badge: string; tag?: string; data: { url: string } },
    ): Promise<void>
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Window[]>
    openWindow(url: string): Promise<unknown>
  }
  fetch(request: Request | string, init?: RequestInit): Promise<Response>
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}
