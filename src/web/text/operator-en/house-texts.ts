/** Words of the editor of terms, privacy and help. */
export const houseTexts = {
  title: 'Public texts',
  subtitle: 'Terms, privacy and help, as everyone reads them. Each version stays readable.',
  language: 'Language',
  languages: { en: 'English', es: 'Español' },
  bodyIn: { en: 'English text', es: 'Spanish text' },
  markup:
    '## heading, ### smaller heading, - list, 1. numbered list, **strong**, *emphasis*, [words](https://address)',
  note: 'What is new',
  noteHint: 'For operators only.',
  preview: 'As people will see it',
  publish: 'Publish',
  unchanged: 'Nothing is changed yet.',
  sure: (version: number) => `Publish version ${version}?`,
  sureBody: 'Everyone reads it from now on. Whoever opens an account agrees to it.',
  oneLanguage: 'Only one language is changed. Is the other one still true?',
  published: (version: number) => `Version ${version} is published.`,
  history: 'Versions',
  first: 'The first one',
}
