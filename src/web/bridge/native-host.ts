/**
 * Plays the native app around a page, for tests and for the development page: puts `ReactNativeWebView` on the window,
 * keeps what the page posts, and answers as iOS (a message event on the window), Android (on the document) or both do.
 * `installNativeHost` is text-portable – it uses nothing outside itself – so that a test can hand it to a browser
 * before a page loads.
 */
export type PostedMessage = { readonly type: string } & Readonly<Record<string, unknown>>

export type NativeHost = {
  /** What the page posted, in order. */
  readonly posted: readonly PostedMessage[]
  say: (message: object) => void
  /** The same with any text, for what no native app would say. */
  postText: (text: string) => void
  /** Called for every message of the page. */
  onPosted: (listener: (message: PostedMessage) => void) => void
}

export type NativeHostOptions = {
  /** How the messages arrive; iOS uses the window, Android the document, some versions both. */
  readonly arrivesOn?: 'window' | 'document' | 'both'
  /** Called as soon as the page says that it listens. */
  readonly version?: string
  /** What the device answers when asked where it is; nothing by default. */
  readonly location?: { readonly lat: number; readonly lng: number } | 'refused'
  /** Whether the native camera answers with a photo at once. */
  readonly takesPhotos?: boolean
}

type Target = { dispatchEvent: (event: Event) => boolean }
/** What it needs of a window; nothing of it names a browser's own types. */
export type HostedPage = Target & {
  document: Target
  MessageEvent: new (type: string, init: { data: string }) => Event
  setTimeout: (work: () => void, milliseconds: number) => unknown
  ReactNativeWebView?: { postMessage: (message: string) => void }
}

export function installNativeHost(page: HostedPage, options: NativeHostOptions = {}): NativeHost {
  const posted: PostedMessage[] = []
  const listeners: ((message: PostedMessage) => void)[] = []
  const { arrivesOn = 'window', version, location, takesPhotos = false } = options

  const postText = (text: string) => {
    if (arrivesOn !== 'document') page.dispatchEvent(new page.MessageEvent('message', { data: text }))
    if (arrivesOn !== 'window') page.document.dispatchEvent(new page.MessageEvent('message', { data: text }))
  }
  const say = (message: object) => postText(JSON.stringify(message))
  const answerTo = (message: PostedMessage): object | undefined => {
    if (message.type === 'ready' && version !== undefined) return { type: 'version', version }
    if (message.type === 'location' && location === 'refused') return { type: 'locationFail' }
    if (message.type === 'location' && typeof location === 'object') return { type: 'location', ...location }
    if (message.type === 'nativeUploadPhoto' && takesPhotos)
      return { type: 'nativeUploadPhoto', visitId: message['visitId'], photoId: `photo-${posted.length}` }
    return undefined
  }

  page.ReactNativeWebView = {
    postMessage: (text) => {
      const message: PostedMessage = JSON.parse(text)
      posted.push(message)
      for (const listener of listeners) listener(message)
      const answer = answerTo(message)
      // A native app never answers before the call that asked it has returned.
      if (answer) page.setTimeout(() => say(answer), 0)
    },
  }
  return { posted, say, postText, onPosted: (listener) => void listeners.push(listener) }
}
