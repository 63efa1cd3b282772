/**
 * The part of the build that says what the first screens of people who are signed in are made of: the server names it
 * in their documents (`server/documents/write-document.ts`), so that it comes beside the script that would ask for it.
 */
import type { Plugin } from 'vite'
import { LANGUAGES, type Language } from '#domain/language.ts'
import { hintTo, partsBehind } from './parts.ts'

/** By who opens what, the modules that the browser asks for before it draws. */
const MODULES: Readonly<Record<string, (language: Language) => readonly RegExp[]>> = {
  'Customer /': (language) => [/customer\/home\.tsx$/, ...textsIn(language, 'customer-texts', 'week-texts')],
  'Customer /jobs': (language) => [
    /customer\/jobs\.tsx$/,
    /customer\/this-week\.ts$/,
    ...textsIn(language, 'customer-texts', 'week-texts'),
  ],
  'Crew /': (language) => [/crew\/home\.tsx$/, ...textsIn(language, 'crew-texts', 'week-texts')],
  'Crew /jobs': (language) => [/open-work\/jobs\.tsx$/, ...textsIn(language, 'crew-texts')],
  'Operator /': boardModules,
  'Operator /operator': boardModules,
}

function boardModules(language: Language): readonly RegExp[] {
  const own = ['shell', 'approvals', 'operator', 'late-completions', 'queues']
  return [
    /pages\/operator-pages\.ts$/,
    /pages\/operator\.css$/,
    /operator\/board\.tsx$/,
    /text\/operator-areas\.ts$/,
    ...own.map((name) => new RegExp(`text/operator-${language}/${name}\\.ts$`)),
    ...textsIn(language, 'crew-texts', 'week-texts'),
  ]
}

export function firstHints(): Plugin {
  return {
    name: 'crew:first-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const hints = LANGUAGES.flatMap((language) =>
        Object.entries(MODULES).map(([who, modules]) => {
          const core = language === 'en' ? [] : [new RegExp(`web/text/${language}\\.ts$`)]
          const parts = partsBehind(bundle, [...core, ...modules(language)])
          return [`${who} ${language}`, parts.map(hintTo).join('')]
        }),
      )
      const source = JSON.stringify(Object.fromEntries(hints))
      this.emitFile({ type: 'asset', fileName: 'drawn/hints.json', source })
    },
  }
}

function textsIn(language: Language, ...names: readonly string[]): RegExp[] {
  return names.map((name) => new RegExp(`web/text/${language}/${name}\\.ts$`))
}
