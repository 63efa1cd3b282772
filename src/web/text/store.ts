/**
 * The words of the language in use. `useText()` gives the whole tree; areas beyond the core are there once
 * `loadAreas` has brought them, which the shell does before it shows a screen.
 */
import { useSyncExternalStore } from 'react'
import { type Language, languageOf } from '#domain/language.ts'
import { type Area, core, loadTexts, type Text } from './areas.ts'
import { core as english } from './en.ts'

type Snapshot = { readonly language: Language; readonly text: Text }

const LANGUAGE_KEY = 'crew_language'
const neededAreas = new Set<Area>()
const listeners = new Set<() => void>()
let wantedLanguage: Language = 'en'
let snapshot: Snapshot = { language: 'en', text: treeOf(english) }

/** The tree of words in the current language; the component re-renders when the language changes. */
export function useText(): Text {
  return useSyncExternalStore(subscribe, snapshotNow, snapshotNow).text
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, snapshotNow, snapshotNow).language
}

/** For code outside components (alerts, page titles). */
export function currentText(): Text {
  return snapshot.text
}

export function currentLanguage(): Language {
  return snapshot.language
}

/** The language to start with: the one chosen on this device, else the first one the browser asks for. */
export function preferredLanguage(): Language {
  const wanted = [storedLanguage(), ...navigator.languages]
  for (const tag of wanted) {
    const language = languageOf(tag ?? '')
    if (language) return language
  }
  return 'en'
}

/** Switches the whole page; remembers the choice on this device unless told otherwise. Rejects when offline. */
export async function setLanguage(language: Language, { remember = true } = {}): Promise<void> {
  if (remember) storeLanguage(language)
  document.documentElement.lang = language
  wantedLanguage = language
  if (language === snapshot.language) return
  const text = treeOf((await core[language]()).core)
  // Screens may come to need more areas while these are on their way.
  for (let missing = missingIn(text); missing.length > 0; missing = missingIn(text))
    Object.assign(text, await fetchAreas(language, missing))
  if (language === wantedLanguage) publish(language, text)
}

/** Brings the words of these areas in the current language. */
export async function loadAreas(areas: readonly Area[]): Promise<void> {
  const { language } = snapshot
  for (const area of areas) neededAreas.add(area)
  const missing = areas.filter((area) => !(area in snapshot.text))
  if (missing.length === 0) return
  const loaded = await fetchAreas(language, missing)
  // Nobody on the page reads an area that was not there, so nobody is told.
  if (snapshot.language === language) Object.assign(snapshot.text, loaded)
  else await loadAreas(areas)
}

/** Areas are put into it as they come, before the screens that read them show: until then the type says too much. */
function treeOf(texts: typeof english): Text {
  return { ...texts } as Text
}

function missingIn(text: Text): Area[] {
  return [...neededAreas].filter((area) => !(area in text))
}

async function fetchAreas(language: Language, areas: readonly Area[]): Promise<Partial<Text>> {
  const loaded = await Promise.all(
    areas.map(async (area): Promise<Partial<Text>> => ({ [area]: await loadTexts(area, language) })),
  )
  return Object.assign({}, ...loaded)
}

function publish(language: Language, text: Text): void {
  snapshot = { language, text }
  for (const listener of listeners) listener()
}

/** The same in a build, where the page that strangers come to is drawn beforehand. */
function snapshotNow(): Snapshot {
  return snapshot
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Storage can be refused (private windows, web views): the choice then lasts for this page only.
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    return null
  }
}

function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
    // For the server, whose documents come drawn in it; 30 days, as cookies last here (seed §9).
    const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
    document.cookie = `${prefix}${LANGUAGE_KEY}=${language}; Path=/; Max-Age=2592000; SameSite=Lax${secure}`
  } catch {
    return
  }
}
