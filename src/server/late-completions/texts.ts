/** What a crew reads about its late completion; the note is the operator's own. */
import { catalogue } from '#domain/catalogue.ts'

export const lateCompletionTexts = catalogue({
  en: {
    accept: (note: string) => ({
      title: 'Your visit counts',
      text: `The office accepted your report. You are paid for it.${note}`,
    }),
    dismiss: (note: string) => ({
      title: 'Your report was not accepted',
      text: `The office looked at your report.${note}`,
    }),
  },
  es: {
    accept: (note) => ({
      title: 'Tu visita cuenta',
      text: `La oficina aceptó tu informe. Se te paga.${note}`,
    }),
    dismiss: (note) => ({ title: 'Tu informe no se aceptó', text: `La oficina revisó tu informe.${note}` }),
  },
})
