/**
 * The one way to say a sentence: a catalogue has every language, and every language has every sentence with the same
 * arguments. What is missing, or too much, does not compile. A sentence is text, or a function of what it names.
 */
import type { InEachLanguage } from './language.ts'

/** What another language must hold to say all that the English says. */
export type Translation<English> = English extends string
  ? string
  : English extends (...named: infer Named) => infer Said
    ? (...named: Named) => Translation<Said>
    : { readonly [Key in keyof English]: Translation<English[Key]> }

/**
 * What `Translation` lets pass, because TypeScript takes a function of fewer arguments for one of more: a sentence that
 * names less than the English does, and one that English has not.
 */
export type SaysNoLess<English, Other> = English extends string | readonly unknown[]
  ? unknown
  : English extends (...named: infer Named) => unknown
    ? Other extends (...named: infer Taken) => unknown
      ? Required<Named>['length'] extends Required<Taken>['length']
        ? unknown
        : 'names other things than the English'
      : unknown
    : {
        readonly [Key in keyof Other]: Key extends keyof English
          ? SaysNoLess<English[Key], Other[Key]>
          : 'is not said in English'
      }

/** `texts[language].key` is the sentence. */
export function catalogue<const English, const Spanish extends Translation<English>>(texts: {
  readonly en: English
  readonly es: Spanish & SaysNoLess<English, Spanish>
}): InEachLanguage<Translation<English>> {
  return texts as InEachLanguage<Translation<English>>
}

/** The same for words that are fetched when somebody reads that language. */
export function inBothLanguages<English, Spanish extends Translation<English>>(
  en: () => Promise<English>,
  es: () => Promise<Spanish & SaysNoLess<English, Spanish>>,
): InEachLanguage<() => Promise<English>> {
  return { en, es: es as unknown as () => Promise<English> }
}
