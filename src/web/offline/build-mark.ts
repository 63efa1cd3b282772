/** What the build tells the service worker of itself. */

/** `integrity` as browsers check it: what a captive portal answers, or half a file, is refused. */
export type BuiltFile = {
  readonly path: string
  readonly integrity: string
  readonly isForOldBrowsers?: boolean
}
export type BuildMark = {
  readonly id: string
  /** The page, which stands for all files being here. */
  readonly shell: string
  readonly files: readonly BuiltFile[]
}
