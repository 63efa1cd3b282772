import type { Translation } from '#domain/catalogue.ts'
import type { houseTexts as english } from '../operator-en/house-texts.ts'

export const houseTexts = {
  title: 'Textos públicos',
  subtitle: 'Términos, privacidad y ayuda, como los leen todos. Cada versión se puede seguir leyendo.',
  language: 'Idioma',
  languages: { en: 'English', es: 'Español' },
  bodyIn: { en: 'Texto en inglés', es: 'Texto en español' },
  markup:
    '## título, ### título menor, - lista, 1. lista numerada, **fuerte**, *énfasis*, [palabras](https://dirección)',
  note: 'Qué hay de nuevo',
  noteHint: 'Solo para operadores.',
  preview: 'Como lo verá la gente',
  publish: 'Publicar',
  unchanged: 'Todavía no cambia nada.',
  sure: (version) => `¿Publicar la versión ${version}?`,
  sureBody: 'Todos la leen desde ahora. Quien abre una cuenta la acepta.',
  oneLanguage: 'Solo cambia un idioma. ¿El otro sigue siendo cierto?',
  published: (version) => `La versión ${version} está publicada.`,
  history: 'Versiones',
  first: 'La primera',
} satisfies Translation<typeof english>
