/** How an area hands its screens to the shell: `screens/<area>/screens.ts` exports one of these. */
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Area } from '#web/text/areas.ts'
import type { UrlKey } from './urls.ts'

/** `home: async () => (await import('./home.tsx')).CustomerHome` – the dynamic import makes the screen its own chunk. */
export type ScreenLoader = () => Promise<ComponentType>

/** Begins a read that the screen makes, by `prefetch`. */
export type ScreenRead = (client: QueryClient) => Promise<void>

export type AreaScreens = {
  /** Words that these screens use beyond shell, ui and session; they are there before the screen shows. */
  readonly areas: readonly Area[]
  readonly screens: Readonly<Partial<Record<UrlKey, ScreenLoader>>>
  /** What a screen reads first, asked for together with its chunk so that it comes with what it shows. */
  readonly reads?: Readonly<Partial<Record<UrlKey, readonly ScreenRead[]>>>
}
