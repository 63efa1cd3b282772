/** Brings a screen with everything that it shows first: its chunk, its words, its data. */
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { yieldToBrowser } from '#web/browser/yield-to-browser.ts'
import { loadAreas } from '#web/text/store.ts'
import type { FoundScreen } from './find-screen.ts'

/** Who waits longer sees the screen's own skeletons. */
const LONGEST_WAIT_FOR_DATA_MS = 1_500

/** The first screen of a page comes after its frame; later ones are drawn with it where they can. */
export const firstScreen = { isDrawn: false }

const brought = new Map<string, ComponentType>()

/** The screen where it was brought before. */
export function broughtScreen({ name }: FoundScreen): ComponentType | undefined {
  return brought.get(name)
}

/** Resolves when the screen can be drawn whole, or would keep people waiting. */
export async function bringScreen(found: FoundScreen, client: QueryClient): Promise<ComponentType> {
  const parts = Promise.all([found.load(), loadAreas(found.area.areas)])
  const data = Promise.all(found.reads.map((read) => yieldToBrowser().then(() => read(client))))
  const [Screen] = await parts
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_FOR_DATA_MS))])
  brought.set(found.name, Screen)
  return Screen
}
