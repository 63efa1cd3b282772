/** The languages that people read here. Whoever adds one is led by the compiler to every sentence it lacks. */
export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** One thing in each language: a service's name, a sentence. */
export type InEachLanguage<Thing = string> = Readonly<Record<Language, Thing>>

/** How dates, times and numbers are written: the Spanish of the United States has its clock and its commas. */
export const INTL_TAGS: InEachLanguage = { en: 'en-US', es: 'es-US' }

/** Of a tag as browsers send it: `es-MX` is Spanish. */
export function languageOf(tag: string): Language | undefined {
  return LANGUAGES.find((language) => tag.toLowerCase().startsWith(language))
}

export function inEachLanguage<Said>(say: (language: Language) => Said): InEachLanguage<Said> {
  return { en: say('en'), es: say('es') }
}
