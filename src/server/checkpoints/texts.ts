/** The words on the sheets that are put up at buildings. */
import { catalogue } from '#domain/catalogue.ts'

export const checkpointTexts = catalogue({
  en: {
    title: (complex: string) => `Checkpoints of ${complex}`,
    scan: 'Crew: scan this on your round.',
    type: 'No camera? Type this code on the round’s screen:',
    made: (date: string) => `Made ${date}. A newer sheet for this building replaces this one.`,
  },
  es: {
    title: (complex) => `Puntos de control de ${complex}`,
    scan: 'Equipo: escanea esto en tu ronda.',
    type: '¿Sin cámara? Escribe este código en la pantalla de la ronda:',
    made: (date) => `Hecho el ${date}. Una hoja más nueva para este edificio sustituye a esta.`,
  },
})
